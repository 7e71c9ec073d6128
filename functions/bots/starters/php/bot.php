<?php

// A bot for every game of Bout; PHP 8.0 or later, nothing to install: php -S 127.0.0.1:9000 bot.php
// More requests at once: PHP_CLI_SERVER_WORKERS=4 php -S 127.0.0.1:9000 bot.php

declare(strict_types=1);

// Your strategy goes here: each function gets what Bout sent and returns the answer.

/** Clicks any empty tile. */
function ajaxTiles(string $color, array $board): array
{
    $empty = [];
    foreach ($board as $x => $column) {
        foreach (array_keys($column, '', true) as $y) {
            $empty[] = ['x' => $x, 'y' => $y];
        }
    }
    return $empty[array_rand($empty)];
}

/** Walks to the nearest token and eats it. */
function tokens(bool $player1, array $board): array
{
    [$x, $y] = $board[$player1 ? 'player1' : 'player2']['pos'];
    $left = [];
    foreach ($board['tokens'] as $i => $column) {
        foreach (array_keys(array_filter($column)) as $j) {
            $left[] = [$i, $j];
        }
    }
    [$i, $j] = nearest($left, fn (array $at) => abs($at[0] - $x) + abs($at[1] - $y));
    return ['move' => $i > $x ? 'RIGHT' : ($i < $x ? 'LEFT' : ($j > $y ? 'DOWN' : ($j < $y ? 'UP' : 'EAT')))];
}

/** Hunts the enemy while it has less fuel, else fetches the nearest fuel tank. */
function robotag(array $my, array $enemy, array $map): array
{
    $distance = fn (array $thing) => hypot($thing['x'] - $my['x'], $thing['y'] - $my['y']);
    $target = $my['fuel'] > $enemy['fuel'] ? $enemy : nearest($map['fuelTanks'], $distance) ?? $my;
    // A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
    $part = M_SQRT2 / max($distance($target), M_SQRT2);
    return ['dx' => ($target['x'] - $my['x']) * $part, 'dy' => ($target['y'] - $my['y']) * $part];
}

/** Sends every unit to the enemy's headquarters and trains new ones as near to it as it can. */
function iceAndFire(int $gold, int $income, array $rows, array $buildings, array $units, mixed ...$more): array
{
    [$hq] = array_values(array_filter($buildings, fn (array $at) => $at['type'] === 'HQ' && $at['owner'] === 1));
    $commands = [];
    foreach ($units as $unit) {
        if ($unit['owner'] === 0) {
            $commands[] = "MOVE {$unit['id']} {$hq['x']} {$hq['y']}";
        }
    }
    $border = [];
    foreach ($rows as $y => $row) {
        foreach (str_split($row) as $x => $cell) {
            $around = [$rows[$y - 1][$x] ?? '', $row[$x + 1] ?? '', $rows[$y + 1][$x] ?? '', $x > 0 ? $row[$x - 1] : ''];
            if ($cell !== '#' && $cell !== 'O' && in_array('O', $around, true)) {
                $border[] = [$x, $y];
            }
        }
    }
    $place = nearest($border, fn (array $at) => abs($at[0] - $hq['x']) + abs($at[1] - $hq['y']));
    if ($gold >= 10 && $income >= 0 && $place !== null) {
        $commands[] = "TRAIN 1 {$place[0]} {$place[1]}";
    }
    return ['commands' => implode(';', $commands) ?: 'WAIT'];
}

/** The thing at the smallest distance, null where there is none. */
function nearest(array $things, callable $distance): ?array
{
    usort($things, fn (array $a, array $b) => $distance($a) <=> $distance($b));
    return $things[0] ?? null;
}

// The rest is HTTP. $_SERVER['HTTP_BOUT_MATCH'], HTTP_BOUT_SEAT and HTTP_BOUT_TURN tell matches apart.

$game = $_SERVER['HTTP_BOUT_GAME'] ?? '';
$request = $game === 'ajax-tiles'
    ? ['color' => $_POST['color'], 'board' => json_decode($_POST['board'], true, 512, JSON_THROW_ON_ERROR)]
    : json_decode(file_get_contents('php://input'), true, 512, JSON_THROW_ON_ERROR);
$answer = match ($game) {
    'ajax-tiles' => ajaxTiles(...$request),
    'tokens' => tokens(...$request),
    'robotag' => robotag(...$request),
    'ice-and-fire' => iceAndFire(...$request),
};
$text = json_encode($answer, JSON_THROW_ON_ERROR);
header('Content-Type: application/json');
header('Content-Length: ' . strlen($text));
echo $text;
