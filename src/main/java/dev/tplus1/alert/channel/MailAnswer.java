package dev.tplus1.alert.channel;

import dev.tplus1.alert.Sent;
import dev.tplus1.http.Exchange;
import dev.tplus1.http.Secret;

import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;

import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.jspecify.annotations.Nullable;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a mail server's refusals mean (RFC 5321, section 4.2.1): 4yz may be otherwise later, 5yz is
 * for good. Where some recipients got it, it was sent; the others are told.
 *
 * @param who the server, for people
 */
record MailAnswer(String who, Set<Secret> secrets) {
    /** So many exceptions hang together at most; recipients have one each. */
    private static final int MOST = 100;

    private static final int MOST_TOLD = 3;
    private static final Pattern CODE = Pattern.compile("^\\s*([45])[0-9]{2}\\b");

    Sent of(MessagingException e) {
        if (e instanceof SendFailedException failed && sent(failed) > 0) {
            int all = sent(failed) + length(failed.getInvalidAddresses());
            all += length(failed.getValidUnsentAddresses());
            return new Sent.Accepted(
                    who + " took it for " + sent(failed) + " of " + all + told(refused(e)));
        }
        if (e instanceof AuthenticationFailedException) {
            return said(who + " refused the login: ", e, permanent(e.getMessage()));
        }
        List<Refusal> refusals = refused(e);
        if (!refusals.isEmpty()) {
            boolean later = refusals.stream().anyMatch(Refusal::later);
            String reason = who + " refused it" + told(refusals);
            return later ? new Sent.TryAgain(reason, Duration.ZERO) : new Sent.Refused(reason);
        }
        if (timedOut(e)) {
            return new Sent.TryAgain(who + " did not answer in time", Duration.ZERO);
        }
        return said(who + ": ", e, false);
    }

    private Sent said(String start, MessagingException e, boolean forGood) {
        String reason = start + shown(e.getMessage());
        return forGood ? new Sent.Refused(reason) : new Sent.TryAgain(reason, Duration.ZERO);
    }

    /** A login that is refused without a code, or with 5yz. */
    private static boolean permanent(@Nullable String message) {
        Matcher code = CODE.matcher(message == null ? "" : message);
        return !code.find() || code.group(1).equals("5");
    }

    private String shown(@Nullable String text) {
        return Exchange.shown(text == null ? "" : text, secrets);
    }

    private String told(List<Refusal> refusals) {
        StringBuilder told = new StringBuilder();
        for (Refusal refusal : refusals.subList(0, Math.min(MOST_TOLD, refusals.size()))) {
            told.append(told.isEmpty() ? ": " : "; ");
            told.append(refusal.whom().isEmpty() ? "" : refusal.whom() + " ");
            told.append(shown(refusal.said()));
        }
        return refusals.size() > MOST_TOLD
                ? told + "; and " + (refusals.size() - MOST_TOLD) + " more"
                : told.toString();
    }

    /**
     * One answer that is no.
     *
     * @param whom it is about; may be empty
     */
    private record Refusal(String whom, int code, String said) {
        boolean later() {
            return code < 500;
        }
    }

    private static List<Refusal> refused(MessagingException e) {
        List<Refusal> refusals = new ArrayList<>();
        @Nullable Exception each = e;
        for (int i = 0; i < MOST && each != null; i++) {
            String said = String.valueOf(each.getMessage());
            switch (each) {
                case SMTPAddressFailedException a ->
                        refusals.add(
                                new Refusal(a.getAddress().getAddress(), a.getReturnCode(), said));
                case SMTPSenderFailedException s ->
                        refusals.add(new Refusal("", s.getReturnCode(), said));
                case SMTPSendFailedException s when s.getReturnCode() >= 400 ->
                        refusals.add(new Refusal("", s.getReturnCode(), said));
                default -> {
                    // says nothing of its own
                }
            }
            each = each instanceof MessagingException m ? m.getNextException() : null;
        }
        return refusals;
    }

    private static boolean timedOut(MessagingException e) {
        @Nullable Throwable each = e;
        for (int i = 0; i < MOST && each != null; i++) {
            if (each instanceof SocketTimeoutException) {
                return true;
            }
            each = each.getCause();
        }
        return false;
    }

    private static int sent(SendFailedException failed) {
        return length(failed.getValidSentAddresses());
    }

    private static int length(Address @Nullable [] addresses) {
        return addresses == null ? 0 : addresses.length;
    }
}
