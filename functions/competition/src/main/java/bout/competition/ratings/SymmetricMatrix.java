package bout.competition.ratings;

/** A symmetric, positive definite matrix, stored as its Cholesky factor L, with A = L L^T. */
final class SymmetricMatrix {

    private final double[][] lower;

    private SymmetricMatrix(double[][] lower) {
        this.lower = lower;
    }

    /** Reads only the lower half; throws an ArithmeticException if it is not positive definite. */
    static SymmetricMatrix of(double[][] matrix) {
        int size = matrix.length;
        double[][] lower = new double[size][];
        for (int row = 0; row < size; row++) {
            lower[row] = new double[row + 1];
            for (int column = 0; column <= row; column++) {
                double sum = matrix[row][column] - dot(lower[row], lower[column], column);
                if (row > column) {
                    lower[row][column] = sum / lower[column][column];
                } else if (sum > 0) {
                    lower[row][row] = StrictMath.sqrt(sum);
                } else {
                    throw new ArithmeticException("the matrix is not positive definite: pivot " + row + " is " + sum);
                }
            }
        }
        return new SymmetricMatrix(lower);
    }

    double[] solve(double[] right) {
        int size = lower.length;
        double[] solution = right.clone();
        for (int row = 0; row < size; row++) {
            solution[row] = (solution[row] - dot(lower[row], solution, row)) / lower[row][row];
        }
        for (int row = size - 1; row >= 0; row--) {
            solution[row] /= lower[row][row];
            for (int column = 0; column < row; column++) {
                solution[column] -= lower[row][column] * solution[row];
            }
        }
        return solution;
    }

    double[][] inverse() {
        int size = lower.length;
        double[][] inverse = new double[size][];
        for (int row = 0; row < size; row++) {
            double[] unit = new double[size];
            unit[row] = 1;
            inverse[row] = solve(unit);
        }
        return inverse;
    }

    private static double dot(double[] left, double[] right, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }
}
