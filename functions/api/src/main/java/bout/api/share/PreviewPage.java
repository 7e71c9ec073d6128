package bout.api.share;

import java.net.URI;

/**
 * An HTML page for programs that unfold an address in a chat. They run no scripts, so the site's own pages tell them
 * nothing. People are sent on to the page that it is about.
 *
 * @param title shown in bold
 * @param description one sentence
 * @param picture 1200 by 630 pixels
 * @param page where people are sent
 */
record PreviewPage(String title, String description, URI picture, URI page) {

    /** Everything is escaped: names come from strangers. */
    String html() {
        return """
                <!doctype html>
                <html lang="en">
                <head>
                  <meta charset="utf-8">
                  <title>%1$s · Bout</title>
                  <meta name="description" content="%2$s">
                  <meta property="og:site_name" content="Bout">
                  <meta property="og:type" content="website">
                  <meta property="og:title" content="%1$s">
                  <meta property="og:description" content="%2$s">
                  <meta property="og:url" content="%4$s">
                  <meta property="og:image" content="%3$s">
                  <meta property="og:image:width" content="1200">
                  <meta property="og:image:height" content="630">
                  <meta name="twitter:card" content="summary_large_image">
                  <meta name="twitter:title" content="%1$s">
                  <meta name="twitter:description" content="%2$s">
                  <meta name="twitter:image" content="%3$s">
                  <link rel="canonical" href="%4$s">
                  <meta http-equiv="refresh" content="0; url=%4$s">
                </head>
                <body><p><a href="%4$s">%1$s</a>: %2$s</p></body>
                </html>
                """.formatted(
                        escaped(title), escaped(description), escaped(picture.toString()), escaped(page.toString()));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
