package dev.tplus1.browser;

import java.util.List;

/** What somebody else may write where a name, an id or a reason is expected. */
public final class Hostile {
    /** Without control characters and at most 128 characters long, as ids of a statement are. */
    public static final List<String> IDS =
            List.of(
                    "<script>alert(1)</script>",
                    "</script><script>alert(2)</script>",
                    "<img src=x onerror=alert(3)>",
                    "\" onmouseover=\"alert(4)",
                    "' autofocus onfocus='alert(5)",
                    "javascript:alert(6)",
                    "<a href=\"javascript:alert(7)\">look</a>",
                    "</style><style>*{display:none}</style>",
                    "</title><svg onload=alert(8)>",
                    "<base href=//evil.example>",
                    "<iframe srcdoc='<script>alert(9)</script>'>",
                    "<meta http-equiv=refresh content='0;url=//evil.example'>",
                    "${7*7}#{7*7}<#assign x=1>[=7*7]",
                    "<!--",
                    "]]>",
                    "&lt;b&gt;&#106;",
                    "https://evil.example/a.png",
                    "=cmd|' /C calc'!A0",
                    "\u202egnp.exe\u202c\u2066",
                    "W".repeat(128),
                    "👩‍👧‍👦🙂名前");

    private Hostile() {}
}
