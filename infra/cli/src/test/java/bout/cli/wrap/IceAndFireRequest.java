package bout.cli.wrap;

/** A request of A Code of Ice and Fire, and what a program for the original reads in its place. */
final class IceAndFireRequest {

    static final String JSON = """
            {"mineSpots": [[1, 0], [10, 11]], "gold": 21, "income": -1, "opponentGold": 20, "opponentIncome": 2,
             "rows": ["O..#........", "............", "............", "............", "............", "............",
                      "............", "............", "............", "............", "...........X", "...........X"],
             "buildings": [{"owner": 0, "type": "HQ", "x": 0, "y": 0}, {"owner": 0, "type": "TOWER", "x": 1, "y": 1},
                           {"owner": 1, "type": "HQ", "x": 11, "y": 11}, {"owner": 1, "type": "MINE", "x": 10, "y": 11}],
             "units": [{"owner": 1, "id": 7, "level": 3, "x": 10, "y": 10}]}
            """;

    static final String INITIAL = """
            2
            1 0
            10 11
            """;

    static final String TURN = """
            21
            -1
            20
            2
            O..#........
            ............
            ............
            ............
            ............
            ............
            ............
            ............
            ............
            ............
            ...........X
            ...........X
            4
            0 0 0 0
            0 2 1 1
            1 0 11 11
            1 1 10 11
            1
            1 7 3 10 10
            """;

    private IceAndFireRequest() {}
}
