/**
 * Alipay's business statements, and its open gateway, from which they are fetched and which is
 * asked for orders.
 *
 * <p>Alipay's own SDK was weighed (com.alipay.sdk:alipay-sdk-java 4.40, kept up by Alipay, one
 * release after the other): its jar has 30 MB for some ten thousand generated classes of which
 * three calls would be used, and it brings fastjson 1.2.83, Bouncy Castle 1.62, dom4j 1.6,
 * commons-logging and OkHttp 3.12 along. It believes an error that is not signed, logs what it
 * sends and gets, and leaves the file behind the link to its user. So the client is written on what
 * all providers are called with; the signature of a text is the JDK's. From the SDK comes how
 * Alipay's answers must be verified: over the raw text, and once more with slashes that were
 * escaped after signing.
 */
@NullMarked
package dev.tplus1.provider.alipay;

import org.jspecify.annotations.NullMarked;
