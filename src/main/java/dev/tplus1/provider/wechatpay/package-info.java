/** WeChat Pay's trade bills. */
@NullMarked
package dev.tplus1.provider.wechatpay;

import org.jspecify.annotations.NullMarked;
