// A bot for every game of Bout; Go 1.18 or later, nothing to install: go run bot.go [PORT]
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand"
	"net/http"
	"os"
	"strings"
)

type point struct{ X, Y int }

func (a point) steps(b point) float64 {
	return math.Abs(float64(a.X-b.X)) + math.Abs(float64(a.Y-b.Y))
}

// Your strategy goes here: each function gets what Bout sent and returns the answer.

// ajaxTiles clicks any empty tile.
func ajaxTiles(color string, board [][]string) any {
	var empty []point
	for x, column := range board {
		for y, tile := range column {
			if tile == "" {
				empty = append(empty, point{x, y})
			}
		}
	}
	at := empty[rand.Intn(len(empty))]
	return map[string]int{"x": at.X, "y": at.Y}
}

type tokensRequest struct {
	Player1 bool
	Board   struct {
		Player1, Player2 struct{ Pos [2]int }
		Tokens           [][]any // false where there is none
	}
}

// tokens walks to the nearest token and eats it.
func tokens(r tokensRequest) any {
	pos := r.Board.Player2.Pos
	if r.Player1 {
		pos = r.Board.Player1.Pos
	}
	me := point{pos[0], pos[1]}
	var left []point
	for x, column := range r.Board.Tokens {
		for y, token := range column {
			if token != false {
				left = append(left, point{x, y})
			}
		}
	}
	to := nearest(left, me.steps)
	move := "EAT"
	switch {
	case to.X > me.X:
		move = "RIGHT"
	case to.X < me.X:
		move = "LEFT"
	case to.Y > me.Y:
		move = "DOWN"
	case to.Y < me.Y:
		move = "UP"
	}
	return map[string]string{"move": move}
}

type place struct{ X, Y, Fuel, Value float64 }

type roboTagRequest struct {
	My, Enemy place
	Map       struct{ FuelTanks, Mines []place }
}

// roboTag hunts the enemy while it has less fuel, else fetches the nearest fuel tank.
func roboTag(r roboTagRequest) any {
	distance := func(p place) float64 { return math.Hypot(p.X-r.My.X, p.Y-r.My.Y) }
	target := r.My
	if r.My.Fuel > r.Enemy.Fuel {
		target = r.Enemy
	} else if tanks := r.Map.FuelTanks; len(tanks) > 0 {
		target = nearest(tanks, distance)
	}
	// A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
	part := math.Sqrt2 / math.Max(distance(target), math.Sqrt2)
	return map[string]float64{"dx": (target.X - r.My.X) * part, "dy": (target.Y - r.My.Y) * part}
}

type iceAndFireRequest struct {
	Gold, Income int
	Rows         []string
	Buildings    []struct {
		Owner int
		Type  string
		point
	}
	Units []struct{ Owner, ID, Level, X, Y int }
}

// iceAndFire sends every unit to the enemy's headquarters and trains new ones as near to it as it can.
func iceAndFire(r iceAndFireRequest) any {
	var hq point
	for _, building := range r.Buildings {
		if building.Type == "HQ" && building.Owner == 1 {
			hq = building.point
		}
	}
	var commands []string
	for _, unit := range r.Units {
		if unit.Owner == 0 {
			commands = append(commands, fmt.Sprintf("MOVE %d %d %d", unit.ID, hq.X, hq.Y))
		}
	}
	own := func(x, y int) bool { return y >= 0 && y < 12 && x >= 0 && x < 12 && r.Rows[y][x] == 'O' }
	var border []point
	for y, row := range r.Rows {
		for x, cell := range row {
			if cell != '#' && cell != 'O' && (own(x, y-1) || own(x+1, y) || own(x, y+1) || own(x-1, y)) {
				border = append(border, point{x, y})
			}
		}
	}
	if r.Gold >= 10 && r.Income >= 0 && len(border) > 0 {
		at := nearest(border, hq.steps)
		commands = append(commands, fmt.Sprintf("TRAIN 1 %d %d", at.X, at.Y))
	}
	if len(commands) == 0 {
		commands = []string{"WAIT"}
	}
	return map[string]string{"commands": strings.Join(commands, ";")}
}

// nearest finds the thing at the smallest distance; there must be one.
func nearest[T any](things []T, distance func(T) float64) T {
	best := things[0]
	for _, thing := range things[1:] {
		if distance(thing) < distance(best) {
			best = thing
		}
	}
	return best
}

// The rest is HTTP. The headers Bout-Match, Bout-Seat and Bout-Turn tell matches apart, should you want to remember.

func answer(r *http.Request) (any, error) {
	switch game := r.Header.Get("Bout-Game"); game {
	case "ajax-tiles":
		var board [][]string
		err := json.Unmarshal([]byte(r.PostFormValue("board")), &board)
		if err != nil {
			return nil, err
		}
		return ajaxTiles(r.PostFormValue("color"), board), nil
	case "tokens":
		return decoded(r.Body, tokens)
	case "robotag":
		return decoded(r.Body, roboTag)
	case "ice-and-fire":
		return decoded(r.Body, iceAndFire)
	default:
		return nil, fmt.Errorf("unknown game %q", game)
	}
}

func decoded[R any](body io.Reader, strategy func(R) any) (any, error) {
	var request R
	if err := json.NewDecoder(body).Decode(&request); err != nil {
		return nil, err
	}
	return strategy(request), nil
}

func main() {
	host, port := "127.0.0.1", "9000"
	if given, ok := os.LookupEnv("HOST"); ok {
		host = given
	}
	if given, ok := os.LookupEnv("PORT"); ok {
		port = given
	}
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		move, err := answer(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(move); err != nil {
			log.Print(err)
		}
	})
	log.Printf("listening at http://%s:%s/", host, port)
	log.Fatal(http.ListenAndServe(host+":"+port, nil))
}
