// Goes straight on and turns round at the walls. What a robot keeps in `this` is still there on its next turn.
const SPEED = 1.5; // along each side; 2.1 is nearly all that is allowed

function move(my, enemy, map) {
  if (this.dx === undefined) {
    this.dx = my.x < 50 ? SPEED : -SPEED;
    this.dy = my.y < 50 ? SPEED / 2 : -SPEED / 2;
  }
  if (my.x + this.dx < 0 || my.x + this.dx > map.width) {
    this.dx = -this.dx;
  }
  if (my.y + this.dy < 0 || my.y + this.dy > map.height) {
    this.dy = -this.dy;
  }
  return { dx: this.dx, dy: this.dy };
}
