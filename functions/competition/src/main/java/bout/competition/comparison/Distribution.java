package bout.competition.comparison;

/** A probability distribution over a few ascending values, from so many observations. No probability is 0. */
record Distribution(double[] values, double[] probabilities, double observations) {

    private static final int MOST_STEPS = 200;

    double mean() {
        double mean = 0;
        for (int i = 0; i < values.length; i++) {
            mean += probabilities[i] * values[i];
        }
        return mean;
    }

    double variance() {
        double mean = mean();
        double variance = 0;
        for (int i = 0; i < values.length; i++) {
            variance += probabilities[i] * (values[i] - mean) * (values[i] - mean);
        }
        return variance;
    }

    /**
     * The distribution with a given mean under which these observations are most likely: p_i / (1 + x (a_i - s)), where
     * x solves the secular equation, by Van den Bergh, "Comments on the maximum likelihood estimation for multinomial
     * distributions" (cantate.be/Fishtest/support_MLE_multinomial.pdf), proposition 1.1.
     */
    Distribution likeliestWithMean(double mean) {
        double[] offsets = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            offsets[i] = values[i] - mean;
        }
        double x = secularRoot(offsets);
        double[] likeliest = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            likeliest[i] = probabilities[i] / (1 + x * offsets[i]);
        }
        return new Distribution(values, likeliest, observations);
    }

    double logLikelihoodRatio(Distribution one, Distribution other) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += probabilities[i] * (StrictMath.log(one.probabilities[i]) - StrictMath.log(other.probabilities[i]));
        }
        return observations * sum;
    }

    /** The x of sum p_i a_i / (1 + x a_i) = 0, which falls from plus to minus infinity between the poles. */
    private double secularRoot(double[] offsets) {
        double least = offsets[0];
        double most = offsets[0];
        for (double offset : offsets) {
            least = Math.min(least, offset);
            most = Math.max(most, offset);
        }
        if (!(least < 0 && most > 0)) {
            throw new IllegalArgumentException("no distribution has this mean: offsets from " + least + " to " + most);
        }
        double low = -1 / most;
        double high = -1 / least;
        for (int step = 0; step < MOST_STEPS; step++) {
            double middle = low + (high - low) / 2;
            if (middle == low || middle == high) {
                break;
            }
            double sum = 0;
            for (int i = 0; i < values.length; i++) {
                sum += probabilities[i] * offsets[i] / (1 + middle * offsets[i]);
            }
            if (sum > 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low + (high - low) / 2;
    }
}
