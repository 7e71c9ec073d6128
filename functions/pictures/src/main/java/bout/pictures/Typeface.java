package bout.pictures;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.GlyphData;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;

/** The outlines of a typeface, which need none of Java's fonts. Safe for use by many threads. */
final class Typeface {

    private final TrueTypeFont font;
    private final CmapLookup glyphs;
    private final double unitsPerEm;
    private final double ascender;
    private final double descender;

    Typeface(byte[] file) {
        try {
            font = new TTFParser().parse(new RandomAccessReadBuffer(file));
            glyphs = font.getUnicodeCmapLookup();
            unitsPerEm = font.getUnitsPerEm();
            ascender = font.getHorizontalHeader().getAscender();
            descender = font.getHorizontalHeader().getDescender();
        } catch (IOException notAFont) {
            throw new UncheckedIOException(notAFont);
        }
    }

    boolean has(String text) {
        return text.codePoints().allMatch(character -> glyphs.getGlyphId(character) != 0);
    }

    /** @param size of the em square, in pixels like the result */
    double width(String text, double size) {
        return text.codePoints().mapToDouble(this::advance).sum() * size / unitsPerEm;
    }

    /** The text from the left, with its baseline at y = 0. */
    Shape outline(String text, double size) {
        Path2D outline = new Path2D.Double(Path2D.WIND_NON_ZERO);
        double scale = size / unitsPerEm;
        double x = 0;
        for (int character : text.codePoints().toArray()) {
            AffineTransform place = new AffineTransform(scale, 0, 0, -scale, x, 0);
            Shape glyph = glyph(character);
            if (glyph != null) {
                outline.append(glyph.getPathIterator(place), false);
            }
            x += advance(character) * scale;
        }
        return outline;
    }

    /** How far below the middle of the em square the baseline is, in pixels. */
    double middle(double size) {
        return (ascender + descender) * size / unitsPerEm / 2;
    }

    private synchronized double advance(int character) {
        try {
            return font.getAdvanceWidth(glyphs.getGlyphId(character));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private synchronized Shape glyph(int character) {
        try {
            GlyphData glyph = font.getGlyph().getGlyph(glyphs.getGlyphId(character));
            return glyph == null ? null : glyph.getPath();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
