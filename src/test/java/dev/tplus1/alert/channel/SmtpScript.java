package dev.tplus1.alert.channel;

import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import javax.net.ssl.SSLSocket;

/**
 * A mail server that says what it was told to say: to a command that starts so, this; to others
 * yes. An empty answer is none at all.
 */
final class SmtpScript implements AutoCloseable {
    private final Map<String, String> answers;
    private final ServerSocket listening;
    private final HeldCertificate certificate =
            new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final Thread thread;

    SmtpScript(Map<String, String> answers) throws IOException {
        this.answers = answers;
        this.listening = new ServerSocket(0, 10, InetAddress.getByName("localhost"));
        this.thread = Thread.ofPlatform().daemon().start(this::serve);
    }

    int port() {
        return listening.getLocalPort();
    }

    X509Certificate certificate() {
        return certificate.certificate();
    }

    /** The lines that it got, those of mails too; what came over TLS with a lock before it. */
    List<String> heard() {
        return heard;
    }

    private void serve() {
        while (!listening.isClosed()) {
            try (Socket socket = listening.accept()) {
                open.add(socket);
                talk(socket, "");
            } catch (IOException _) {
                // the client went, or the test is over
            }
        }
    }

    private void talk(Socket socket, String lock) throws IOException {
        BufferedReader in =
                new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        OutputStream out = socket.getOutputStream();
        if (lock.isEmpty()) {
            say(out, answers.getOrDefault("CONNECT", "220 localhost ready"));
        }
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            heard.add(lock + line);
            String command = line.toUpperCase(Locale.ROOT);
            if (command.startsWith("STARTTLS") && answers.get("STARTTLS") == null) {
                say(out, "220 go ahead");
                talk(secured(socket), "[tls] ");
                return;
            }
            say(out, answer(command));
            if (command.equals("DATA") && !answers.containsKey("DATA")) {
                read(in, lock);
                say(out, answers.getOrDefault(".", "250 taken"));
            }
        }
    }

    private void read(BufferedReader in, String lock) throws IOException {
        for (String line = in.readLine(); line != null && !line.equals("."); line = in.readLine()) {
            heard.add(lock + line);
        }
    }

    private String answer(String command) {
        for (Map.Entry<String, String> each : answers.entrySet()) {
            if (command.startsWith(each.getKey())) {
                return each.getValue();
            }
        }
        if (command.startsWith("EHLO")) {
            return "250-localhost\r\n250-STARTTLS\r\n250 AUTH PLAIN";
        }
        if (command.startsWith("AUTH")) {
            return "235 welcome";
        }
        return command.equals("DATA") ? "354 go on" : "250 ok";
    }

    private Socket secured(Socket plain) throws IOException {
        SSLSocket secured =
                (SSLSocket)
                        new HandshakeCertificates.Builder()
                                .heldCertificate(certificate)
                                .build()
                                .sslSocketFactory()
                                .createSocket(plain, "localhost", plain.getPort(), true);
        secured.setUseClientMode(false);
        secured.startHandshake();
        return secured;
    }

    private static void say(OutputStream out, String answer) throws IOException {
        if (!answer.isEmpty()) {
            out.write((answer + "\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
        thread.interrupt();
    }
}
