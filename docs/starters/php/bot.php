<?php

// A bot for every game of Bout; PHP 8.0 or later, nothing to install: php -S 127.0.0.1:9000 bot.php
// More requests at once: PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:9000 bot.php

// Your strategy goes here: each function gets what Bout sent and returns the answer.

/** Drops a disc into any column that is not full. */
function connectFour(int $you, array $columns): array
{
    do {
        $column = rand(0, 6);
    } while ($columns[$column][5] !== 0);
    return ['column' => $column];
}

/** Clicks any empty tile. */
function ajaxTiles(string $color, array $board): array
{
    do {
        [$x, $y] = [rand(0, 23), rand(0, 11)];
    } while ($board[$x][$y] !== '');
    return ['x' => $x, 'y' => $y];
}

/** Eats the token under it, else takes a step at random. */
function tokens(bool $player1, array $board): array
{
    [$x, $y] = $board[$player1 ? 'player1' : 'player2']['pos'];
    return ['move' => $board['tokens'][$x][$y] ? 'EAT' : ['UP', 'RIGHT', 'DOWN', 'LEFT'][rand(0, 3)]];
}

/** Fetches one fuel tank after the other, then hunts the enemy. */
function robotag(array $my, array $enemy, array $map): array
{
    $target = $map['fuelTanks'][0] ?? $enemy;
    [$dx, $dy] = [$target['x'] - $my['x'], $target['y'] - $my['y']];
    // A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
    $part = M_SQRT2 / max(hypot($dx, $dy), M_SQRT2);
    return ['dx' => $dx * $part, 'dy' => $dy * $part];
}

/** Sends its units to the enemy's headquarters, in the other corner, and trains more while it can feed them. */
function iceAndFire(int $income, array $buildings, array $units, mixed ...$more): array
{
    ['x' => $x, 'y' => $y] = $buildings[0];
    $commands = ['WAIT'];
    foreach ($units as $unit) {
        if ($unit['owner'] === 0) {
            $commands[] = "MOVE {$unit['id']} " . (11 - $x) . ' ' . (11 - $y);
        }
    }
    if ($income >= 0) {
        $commands[] = 'TRAIN 1 ' . abs($x - 1) . " $y";
    }
    return ['commands' => implode(';', $commands)];
}

/** Takes any step that leads neither off the board nor into a body. */
function snakes(array $you, array $board, mixed ...$more): array
{
    ['x' => $x, 'y' => $y] = $you['head'];
    $steps = ['up' => [$x, $y + 1], 'down' => [$x, $y - 1], 'left' => [$x - 1, $y], 'right' => [$x + 1, $y]];
    foreach ($board['snakes'] as $snake) {
        foreach (array_slice($snake['body'], 0, -1) as $cell) {
            $steps = array_filter($steps, fn ($step) => $step !== [$cell['x'], $cell['y']]);
        }
    }
    $steps = array_filter($steps, fn ($step) => min($step) >= 0 && $step[0] < $board['width'] && $step[1] < $board['height']);
    return ['move' => $steps ? array_rand($steps) : 'up'];
}

// The rest is HTTP. $_SERVER['HTTP_BOUT_MATCH'], HTTP_BOUT_SEAT and HTTP_BOUT_TURN tell matches apart.
$game = $_SERVER['HTTP_BOUT_GAME'];
set_exception_handler(function (Throwable $error) {
    error_log("{$_SERVER['HTTP_BOUT_MATCH']}, turn {$_SERVER['HTTP_BOUT_TURN']}: $error");
    http_response_code(500);
    exit($error::class . ': ' . $error->getMessage());
});
$body = file_get_contents('php://input');

// A registered bot has a secret. With BOUT_SECRET set to it, the bot answers only calls that Bout signed, and
// its answers prove to Bout that the bot is yours.
$secret = getenv('BOUT_SECRET');
if ($secret && !signed($secret, $body)) {
    http_response_code(401);
    exit('not signed with BOUT_SECRET within the last 5 minutes');
}
if ($secret) {
    header('Bout-Proof: ' . mac($secret, $_SERVER['HTTP_WEBHOOK_ID']));
}

/** The HMAC-SHA256 of a text with the secret, in base64. */
function mac(string $secret, string $text): string
{
    return base64_encode(hash_hmac('sha256', $text, base64_decode(substr($secret, 6)), true));
}

/** Whether Bout signed the call within the last 5 minutes (Standard Webhooks). */
function signed(string $secret, string $body): bool
{
    [$id, $time, $signatures] = array_map(fn ($name) => $_SERVER["HTTP_WEBHOOK_$name"] ?? '', ['ID', 'TIMESTAMP', 'SIGNATURE']);
    $right = 'v1,' . mac($secret, "$id.$time.$body");
    $equal = array_filter(explode(' ', $signatures), fn ($signature) => hash_equals($right, $signature));
    return $equal && abs(time() - (int) $time) <= 300;
}

$json = fn (string $text) => json_decode($text, true, 512, JSON_THROW_ON_ERROR);
$answer = match ($game) {
    'ajax-tiles' => ajaxTiles($_POST['color'], $json($_POST['board'])),
    'tokens' => tokens(...$json($body)),
    'robotag' => robotag(...$json($body)),
    'ice-and-fire' => iceAndFire(...$json($body)),
    'connect-four' => connectFour(...$json($body)),
    'battlesnake' => snakes(...$json($body)),
};
header('Content-Type: application/json');
echo json_encode($answer, JSON_THROW_ON_ERROR);
