/** Alipay's business statements. */
@NullMarked
package dev.tplus1.provider.alipay;

import org.jspecify.annotations.NullMarked;
