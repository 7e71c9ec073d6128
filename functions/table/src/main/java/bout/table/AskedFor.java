package bout.table;

import java.util.List;

/**
 * The matches that an owner asked for, one by one, from an index that contains nothing else. Its keys never change, so
 * it costs one write unit when such a match is created, and none later.
 */
public record AskedFor(Table table) {

    /**
     * The ids, newest first; by chance there are some of another owner among them.
     *
     * @param behind only ids before this one, or {@code null}
     * @param most 1000 or less, which fit in one answer
     */
    public List<String> ids(String owner, String behind, int most) {
        Condition all = Condition.equal(TableLayout.ASKED_BY, TableLayout.askedBy(owner));
        return table
                .dynamoDb()
                .query(table.query(behind == null ? all : all.and(Condition.below(TableLayout.ID, behind)), null)
                        .indexName(TableLayout.OWNER_INDEX)
                        .scanIndexForward(false)
                        .limit(most)
                        .build())
                .items()
                .stream()
                .map(item -> item.get(TableLayout.ID).s())
                .toList();
    }
}
