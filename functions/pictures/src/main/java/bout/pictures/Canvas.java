package bout.pictures;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Arc2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Carries out calls of a browser's two-dimensional canvas, as the HTML standard defines them: those that the site's
 * renderers make. Transformations must not stretch one axis more than the other.
 */
final class Canvas {

    private static final Pattern SIZE = Pattern.compile("([0-9.]+)px");

    /** Where the control points of a curve are that looks like a quarter of a circle: 4/3 (√2 - 1). */
    private static final double QUARTER = 4.0 / 3 * (Math.sqrt(2) - 1);

    /** The state that {@code save} keeps and {@code restore} brings back. */
    private static final class State implements Cloneable {
        private AffineTransform transform = new AffineTransform();
        private Color fill = Color.BLACK;
        private Color stroke = Color.BLACK;
        private float alpha = 1;
        private double lineWidth = 1;
        private int lineCap = BasicStroke.CAP_BUTT;
        private int lineJoin = BasicStroke.JOIN_MITER;
        private float[] dash = {};
        private double fontSize = 10;
        private String align = "start";
        private String baseline = "alphabetic";

        private State copy() {
            try {
                State copy = (State) clone();
                copy.transform = new AffineTransform(transform);
                return copy;
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private final Graphics2D graphics;
    private final Typeface typeface;
    private final Deque<State> saved = new ArrayDeque<>();
    private State state = new State();
    private Path2D path = new Path2D.Double();

    Canvas(Graphics2D graphics, Typeface typeface) {
        this.graphics = graphics;
        this.typeface = typeface;
    }

    /**
     * Makes a call or sets a property.
     *
     * @param call its name and its arguments, or a property and its value: numbers in pixels or radians, texts, lists
     * @throws IllegalArgumentException for anything that no renderer uses so far
     */
    void apply(List<?> call) {
        String name = (String) call.getFirst();
        switch (name) {
            case "fillStyle" -> state.fill = Colours.read((String) call.get(1));
            case "strokeStyle" -> state.stroke = Colours.read((String) call.get(1));
            case "globalAlpha" -> state.alpha = (float) number(call, 1);
            case "lineWidth" -> state.lineWidth = number(call, 1);
            case "lineCap" ->
                state.lineCap = choice(call, "butt", BasicStroke.CAP_BUTT, "round", BasicStroke.CAP_ROUND);
            case "lineJoin" ->
                state.lineJoin = choice(call, "miter", BasicStroke.JOIN_MITER, "round", BasicStroke.JOIN_ROUND);
            case "setLineDash" -> state.dash = dash((List<?>) call.get(1));
            case "font" -> state.fontSize = fontSize((String) call.get(1));
            case "textAlign" -> state.align = (String) call.get(1);
            case "textBaseline" -> state.baseline = (String) call.get(1);
            case "save" -> saved.push(state.copy());
            case "restore" -> state = saved.isEmpty() ? state : saved.pop();
            case "translate" -> state.transform.translate(number(call, 1), number(call, 2));
            case "rotate" -> state.transform.rotate(number(call, 1));
            case "scale" -> state.transform.scale(number(call, 1), number(call, 2));
            case "beginPath" -> path = new Path2D.Double();
            case "moveTo" -> {
                double[] to = place(call, 1);
                path.moveTo(to[0], to[1]);
            }
            case "lineTo" -> {
                double[] to = place(call, 1);
                if (path.getCurrentPoint() == null) {
                    path.moveTo(to[0], to[1]);
                } else {
                    path.lineTo(to[0], to[1]);
                }
            }
            case "closePath" -> {
                if (path.getCurrentPoint() != null) {
                    path.closePath();
                }
            }
            case "arc" -> {
                double radius = number(call, 3);
                add(arc(call, radius, radius, number(call, 4), number(call, 5)), true);
            }
            case "ellipse" -> {
                if (number(call, 5) != 0) {
                    throw new IllegalArgumentException("an ellipse that is turned");
                }
                add(arc(call, number(call, 3), number(call, 4), number(call, 6), number(call, 7)), true);
            }
            case "rect" -> add(rectangle(call), false);
            case "roundRect" -> add(roundRectangle(call), false);
            case "fill" -> fill(path, state.fill);
            case "stroke" -> stroke(path);
            case "fillRect" -> fill(state.transform.createTransformedShape(rectangle(call)), state.fill);
            case "clearRect" -> {
                // Renderers clear the whole canvas before they draw. This one is new.
            }
            case "fillText" -> fill(text(call), state.fill);
            case "strokeText" -> stroke(text(call));
            default -> throw new IllegalArgumentException("the canvas does not know " + name);
        }
    }

    private void add(Shape shape, boolean connect) {
        path.append(shape.getPathIterator(state.transform), connect);
    }

    private double[] place(List<?> call, int at) {
        double[] place = {number(call, at), number(call, at + 1)};
        state.transform.transform(place, 0, place, 0, 1);
        return place;
    }

    private static Rectangle2D rectangle(List<?> call) {
        return new Rectangle2D.Double(number(call, 1), number(call, 2), number(call, 3), number(call, 4));
    }

    /** One radius for all corners, or one for each: upper left, upper right, lower right, lower left. */
    private static Shape roundRectangle(List<?> call) {
        double x = number(call, 1);
        double y = number(call, 2);
        double right = x + number(call, 3);
        double bottom = y + number(call, 4);
        double[] radius = new double[4];
        for (int corner = 0; corner < radius.length; corner++) {
            radius[corner] = call.get(5) instanceof List<?> each ? number(each, corner) : number(call, 5);
        }
        Path2D shape = new Path2D.Double();
        shape.moveTo(x + radius[0], y);
        shape.lineTo(right - radius[1], y);
        corner(shape, right, y, right, y + radius[1]);
        shape.lineTo(right, bottom - radius[2]);
        corner(shape, right, bottom, right - radius[2], bottom);
        shape.lineTo(x + radius[3], bottom);
        corner(shape, x, bottom, x, bottom - radius[3]);
        shape.lineTo(x, y + radius[0]);
        corner(shape, x, y, x + radius[0], y);
        shape.closePath();
        return shape;
    }

    /** A quarter of a circle from the current point around the corner at (x, y). */
    private static void corner(Path2D shape, double x, double y, double toX, double toY) {
        double fromX = shape.getCurrentPoint().getX();
        double fromY = shape.getCurrentPoint().getY();
        shape.curveTo(
                fromX + (x - fromX) * QUARTER,
                fromY + (y - fromY) * QUARTER,
                toX + (x - toX) * QUARTER,
                toY + (y - toY) * QUARTER,
                toX,
                toY);
    }

    /** Clockwise, as angles grow on a screen; all around for a whole turn or more. */
    private static Shape arc(List<?> call, double wide, double high, double from, double to) {
        if (call.size() > 8 || call.size() == 7) {
            throw new IllegalArgumentException("an arc against the clock");
        }
        double x = number(call, 1) - wide;
        double y = number(call, 2) - high;
        double whole = 2 * Math.PI;
        // Angles are rounded to thousandths.
        double extent = to - from >= whole - 0.001 ? whole : (to - from) - whole * Math.floor((to - from) / whole);
        return extent == whole && from == 0
                ? new Ellipse2D.Double(x, y, 2 * wide, 2 * high)
                : new Arc2D.Double(
                        x, y, 2 * wide, 2 * high, -Math.toDegrees(from), -Math.toDegrees(extent), Arc2D.OPEN);
    }

    private Shape text(List<?> call) {
        String text = String.valueOf(call.get(1));
        double width = typeface.width(text, state.fontSize);
        double x = number(call, 2)
                - switch (state.align) {
                    case "start", "left" -> 0;
                    case "center" -> width / 2;
                    case "end", "right" -> width;
                    default -> throw new IllegalArgumentException("text aligned " + state.align);
                };
        double y = number(call, 3)
                + switch (state.baseline) {
                    case "alphabetic" -> 0;
                    case "middle" -> typeface.middle(state.fontSize);
                    default -> throw new IllegalArgumentException("text on the baseline " + state.baseline);
                };
        AffineTransform place = new AffineTransform(state.transform);
        place.translate(x, y);
        return place.createTransformedShape(typeface.outline(text, state.fontSize));
    }

    private void fill(Shape shape, Color colour) {
        graphics.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, state.alpha));
        graphics.setColor(colour);
        graphics.fill(shape);
    }

    private void stroke(Shape shape) {
        double scale = Math.sqrt(Math.abs(state.transform.getDeterminant()));
        float[] dash = state.dash.length == 0 ? null : state.dash.clone();
        for (int i = 0; dash != null && i < dash.length; i++) {
            dash[i] *= (float) scale;
        }
        BasicStroke pen =
                new BasicStroke((float) (state.lineWidth * scale), state.lineCap, state.lineJoin, 10, dash, 0);
        fill(pen.createStrokedShape(shape), state.stroke);
    }

    private static int choice(List<?> call, String one, int first, String other, int second) {
        String value = (String) call.get(1);
        if (!value.equals(one) && !value.equals(other)) {
            throw new IllegalArgumentException("the canvas does not know " + call);
        }
        return value.equals(one) ? first : second;
    }

    private static float[] dash(List<?> lengths) {
        float[] dash = new float[lengths.size()];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = ((Number) lengths.get(i)).floatValue();
        }
        return dash;
    }

    private static double fontSize(String font) {
        Matcher size = SIZE.matcher(font);
        if (!size.find()) {
            throw new IllegalArgumentException("a font without a size: " + font);
        }
        return Double.parseDouble(size.group(1));
    }

    private static double number(List<?> call, int at) {
        return ((Number) call.get(at)).doubleValue();
    }
}
