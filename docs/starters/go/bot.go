// A bot for every game of Bout; Go 1.22 or later, nothing to install: go run bot.go [PORT]
package main

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"math/rand"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Your strategy goes here: each function gets what Bout sent and returns the answer.
var strategies = map[string]func(request) any{
	"ajax-tiles": ajaxTiles, "tokens": tokens, "robotag": robotag, "ice-and-fire": iceAndFire,
	"connect-four": connectFour, "battlesnake": snakes,
}

// ajaxTiles clicks any empty tile.
func ajaxTiles(r request) any {
	for {
		if x, y := rand.Intn(24), rand.Intn(12); r.Tiles[x][y] == "" {
			return map[string]int{"x": x, "y": y}
		}
	}
}

// tokens eats the token under it, else takes a step at random.
func tokens(r request) any {
	pos := r.Board.Player2.Pos
	if r.Player1 {
		pos = r.Board.Player1.Pos
	}
	if r.Board.Tokens[pos[0]][pos[1]] != false {
		return map[string]string{"move": "EAT"}
	}
	return map[string]string{"move": []string{"UP", "RIGHT", "DOWN", "LEFT"}[rand.Intn(4)]}
}

// robotag fetches one fuel tank after the other, then hunts the enemy.
func robotag(r request) any {
	target := append(r.Map.FuelTanks, r.Enemy)[0]
	dx, dy := target.X-r.My.X, target.Y-r.My.Y
	// A move costs dx² + dy² + 2, so this is the pace that gets furthest; up to 3 is allowed.
	part := math.Sqrt2 / math.Max(math.Hypot(dx, dy), math.Sqrt2)
	return map[string]float64{"dx": dx * part, "dy": dy * part}
}

// iceAndFire sends its units to the enemy's headquarters, in the other corner, and trains more while it can feed them.
func iceAndFire(r request) any {
	home, commands := r.Buildings[0], "WAIT"
	for _, unit := range r.Units {
		if unit.Owner == 0 {
			commands += fmt.Sprintf(";MOVE %d %v %v", unit.ID, 11-home.X, 11-home.Y)
		}
	}
	if r.Income >= 0 {
		commands += fmt.Sprintf(";TRAIN 1 %v %v", math.Abs(home.X-1), home.Y)
	}
	return map[string]string{"commands": commands}
}

// connectFour drops a disc into any column that is not full.
func connectFour(r request) any {
	for {
		if column := rand.Intn(7); r.Columns[column][5] == 0 {
			return map[string]int{"column": column}
		}
	}
}

// snakes takes any step that leads neither off the board nor into a body.
func snakes(r request) any {
	head := r.You.(map[string]any)["head"].(map[string]any)
	x, y := head["x"].(float64), head["y"].(float64)
	steps := map[string]thing{"up": {X: x, Y: y + 1}, "down": {X: x, Y: y - 1}, "left": {X: x - 1, Y: y}, "right": {X: x + 1, Y: y}}
	for move, step := range steps {
		free := step.X >= 0 && step.X < r.Board.Width && step.Y >= 0 && step.Y < r.Board.Height
		for _, snake := range r.Board.Snakes {
			for _, cell := range snake.Body[:len(snake.Body)-1] {
				free = free && cell != step
			}
		}
		if free {
			return map[string]string{"move": move} // Go goes through a map in any order
		}
	}
	return map[string]string{"move": "up"}
}

// request is what Bout sends: the fields of each game that are used above. Those of the other games stay empty.
type request struct {
	Tiles   [][]string // ajax-tiles: the form's field board
	Player1 bool       // tokens
	Board   struct {
		Player1, Player2 struct{ Pos [2]int }
		Tokens           [][]any // false where there is none
		Width, Height    float64 // battlesnake
		Snakes           []struct{ Body []thing }
	}
	My, Enemy        thing // robotag
	Map              struct{ FuelTanks []thing }
	Income           int // ice-and-fire
	Buildings, Units []thing
	Columns          [][]int // connect-four
	You              any     // a number there, and a snake in battlesnake
}

type thing struct {
	X, Y      float64
	Owner, ID int
}

// The rest is HTTP. The headers Bout-Match, Bout-Seat and Bout-Turn tell matches apart, should you want to remember something.

// A registered bot has a secret. With BOUT_SECRET set to it, the bot answers only calls that Bout signed, and
// its answers prove to Bout that the bot is yours.
var secret = os.Getenv("BOUT_SECRET")

// mac returns the HMAC-SHA256 of a text with the secret, in base64.
func mac(text string) string {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(text))
	return base64.StdEncoding.EncodeToString(hash.Sum(nil))
}

// signed says whether Bout signed the call within the last 5 minutes (Standard Webhooks).
func signed(h http.Header, body []byte) bool {
	id, at := h.Get("webhook-id"), h.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	right := []byte("v1," + mac(id+"."+at+"."+string(body)))
	equal := func(signature string) bool { return hmac.Equal(right, []byte(signature)) }
	return err == nil && time.Since(time.Unix(seconds, 0)).Abs() <= 5*time.Minute &&
		slices.ContainsFunc(strings.Fields(h.Get("webhook-signature")), equal)
}

func answer(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || secret != "" && !signed(r.Header, body) {
		http.Error(w, "not signed with BOUT_SECRET within the last 5 minutes", http.StatusUnauthorized)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var sent request
	game := r.Header.Get("Bout-Game")
	if game == "ajax-tiles" {
		err = json.Unmarshal([]byte(r.PostFormValue("board")), &sent.Tiles)
	} else {
		err = json.Unmarshal(body, &sent)
	}
	if err != nil || strategies[game] == nil {
		http.Error(w, fmt.Sprintf("game %q: %v", game, err), http.StatusBadRequest)
		return
	}
	if secret != "" {
		w.Header().Set("Bout-Proof", mac(r.Header.Get("webhook-id")))
	}
	defer func() {
		if wrong := recover(); wrong != nil {
			log.Printf("%s, turn %s: %v\n%s", r.Header.Get("Bout-Match"), r.Header.Get("Bout-Turn"), wrong, debug.Stack())
			http.Error(w, fmt.Sprint(wrong), http.StatusInternalServerError)
		}
	}()
	move := strategies[game](sent)
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(move)
}

func main() {
	host, port := cmp.Or(os.Getenv("HOST"), "127.0.0.1"), cmp.Or(os.Getenv("PORT"), "9000")
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		fmt.Fprintf(os.Stderr, "cannot listen on port %s: %v\n", port, err)
		os.Exit(1)
	}
	fmt.Printf("listening on http://%s/\n", listener.Addr())
	log.Fatal(http.Serve(listener, http.HandlerFunc(answer)))
}
