package bout.competition.pairings;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * A maximum matching of a graph, by Edmonds' blossoms ("Paths, Trees, and Flowers", Canadian Journal of Mathematics 17,
 * 1965). Pairs of vertices can be removed one after the other, at the cost of one search each, as long as the rest can
 * be matched.
 */
final class Matching {

    private static final int NONE = -1;

    private final boolean[][] adjacent;
    private final boolean[] gone;
    private final int[] partner;
    private final int vertices;

    // State of one search:
    private final int[] parent;
    private final int[] base;
    private final boolean[] seen;
    private final boolean[] inBlossom;

    /** @param adjacent which vertices may be matched; symmetric */
    Matching(boolean[][] adjacent) {
        this.adjacent = adjacent;
        vertices = adjacent.length;
        gone = new boolean[vertices];
        partner = new int[vertices];
        parent = new int[vertices];
        base = new int[vertices];
        seen = new boolean[vertices];
        inBlossom = new boolean[vertices];
        Arrays.fill(partner, NONE);
    }

    boolean complete() {
        boolean complete = true;
        for (int vertex = 0; vertex < vertices; vertex++) {
            complete &= gone[vertex] || partner[vertex] != NONE || augment(vertex);
        }
        return complete;
    }

    boolean mayMatch(int one, int other) {
        return adjacent[one][other] && !gone[one] && !gone[other];
    }

    /**
     * Removes the two vertices of an edge as a pair if all others can still be matched; otherwise changes nothing. May
     * be called only while all vertices are matched.
     */
    boolean take(int one, int other) {
        int[] before = partner.clone();
        int left = partner[one];
        unmatch(one);
        if (left != other) {
            unmatch(other);
        }
        gone[one] = true;
        gone[other] = true;
        // A path can end only at the other one's former partner, the only other unmatched vertex.
        if (left == other || augment(left)) {
            return true;
        }
        System.arraycopy(before, 0, partner, 0, vertices);
        gone[one] = false;
        gone[other] = false;
        return false;
    }

    private void unmatch(int vertex) {
        int other = partner[vertex];
        partner[vertex] = NONE;
        partner[other] = NONE;
    }

    /**
     * Searches for an augmenting path: from an unmatched vertex to another, alternating between unmatched and matched
     * edges.
     */
    private boolean augment(int root) {
        Arrays.fill(seen, false);
        Arrays.fill(parent, NONE);
        for (int vertex = 0; vertex < vertices; vertex++) {
            base[vertex] = vertex;
        }
        seen[root] = true;
        Deque<Integer> open = new ArrayDeque<>();
        open.add(root);
        while (!open.isEmpty()) {
            int vertex = open.remove();
            for (int next = 0; next < vertices; next++) {
                if (!adjacent[vertex][next] || gone[next] || base[vertex] == base[next] || partner[vertex] == next) {
                    continue;
                }
                if (next == root || partner[next] != NONE && parent[partner[next]] != NONE) {
                    contract(vertex, next, root, open);
                } else if (parent[next] == NONE) {
                    parent[next] = vertex;
                    if (partner[next] == NONE) {
                        flip(next);
                        return true;
                    }
                    seen[partner[next]] = true;
                    open.add(partner[next]);
                }
            }
        }
        return false;
    }

    private void contract(int one, int other, int root, Deque<Integer> open) {
        int common = commonBase(one, other, root);
        Arrays.fill(inBlossom, false);
        mark(one, common, other);
        mark(other, common, one);
        for (int vertex = 0; vertex < vertices; vertex++) {
            if (inBlossom[base[vertex]]) {
                base[vertex] = common;
                if (!seen[vertex]) {
                    seen[vertex] = true;
                    open.add(vertex);
                }
            }
        }
    }

    private int commonBase(int one, int other, int root) {
        boolean[] above = new boolean[vertices];
        int vertex = one;
        while (true) {
            vertex = base[vertex];
            above[vertex] = true;
            if (vertex == base[root]) {
                break;
            }
            vertex = parent[partner[vertex]];
        }
        vertex = other;
        while (!above[base[vertex]]) {
            vertex = parent[partner[base[vertex]]];
        }
        return base[vertex];
    }

    private void mark(int from, int common, int child) {
        int vertex = from;
        int below = child;
        while (base[vertex] != common) {
            inBlossom[base[vertex]] = true;
            inBlossom[base[partner[vertex]]] = true;
            parent[vertex] = below;
            below = partner[vertex];
            vertex = parent[partner[vertex]];
        }
    }

    private void flip(int end) {
        int vertex = end;
        while (vertex != NONE) {
            int before = parent[vertex];
            int next = partner[before];
            partner[vertex] = before;
            partner[before] = vertex;
            vertex = next;
        }
    }
}
