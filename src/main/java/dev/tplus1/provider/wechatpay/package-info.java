/**
 * WeChat Pay: its trade bills, and API v3 to fetch them and to ask for the state of an order.
 *
 * <p>The client is written on OkHttp, not on the provider's own {@code wechatpay-java}. That one
 * was weighed at version 0.2.17 of April 2025 (github.com/wechatpay-apiv3/wechatpay-java): 56,000
 * generated lines of which two services would be used; Gson, OkHttp 4 and Apache HttpClient 4 come
 * along; it bounds neither the size of a file nor the members of a gzip file, checks a bill's hash
 * only when its caller asks after the last byte, does not check the signature of an answer that is
 * an error (and an empty day is one), and logs what it signs. From it are taken: what is signed, in
 * which order, that an answer is five minutes old at most, and that a merchant who verifies by a
 * public key names that key in each request.
 */
@NullMarked
package dev.tplus1.provider.wechatpay;

import org.jspecify.annotations.NullMarked;
