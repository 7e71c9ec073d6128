import { portOf, SHELLS, STARTERS, startCommand } from "../../../main/resources/bout/site/account/start-command.js";
import { equal } from "../check.js";

const bot = { url: "https://bots.example.org/", secret: "whsec_c+/=" };

export default {
  "the secret is set as each shell does it"() {
    equal(startCommand("python", "posix", bot), "BOUT_SECRET=whsec_c+/= python3 bot.py 9000");
    equal(startCommand("python", "powershell", bot), '$env:BOUT_SECRET="whsec_c+/="; python bot.py 9000');
  },

  "a secret that is not known any more is left out"() {
    equal(startCommand("php", "posix", { ...bot, secret: null }), "php -S 127.0.0.1:9000 bot.php");
  },

  "every starter has a command in every shell"() {
    for (const { id } of STARTERS) {
      for (const shell of SHELLS) {
        const command = startCommand(id, shell.id, bot);
        equal(
          [id, command.includes(bot.secret), / bot\.\w+ 9000$| Bot\.java 9000$|:9000 bot\.php$/.test(command)],
          [id, true, true],
        );
      }
    }
  },

  "a bot in a local network listens there, and not only on its own machine"() {
    const inRoom = { url: "http://192.168.1.21:9001/", secret: "whsec_x" };
    equal(startCommand("python", "posix", inRoom), "HOST=192.168.1.21 BOUT_SECRET=whsec_x python3 bot.py 9001");
    equal(startCommand("go", "powershell", inRoom), '$env:HOST="192.168.1.21"; $env:BOUT_SECRET="whsec_x"; go run bot.go 9001');
    equal(startCommand("php", "posix", inRoom), "BOUT_SECRET=whsec_x php -S 192.168.1.21:9001 bot.php");
    equal(startCommand("java", "posix", { url: "http://172.20.0.4:9002/", secret: null }), "HOST=172.20.0.4 java Bot.java 9002");
    equal(startCommand("java", "posix", { url: "http://127.0.0.1:9002/", secret: null }), "java Bot.java 9002");
  },

  "only a URL of this machine or network says at which port the bot listens"() {
    equal(portOf("http://127.0.0.1:9123/"), 9123);
    equal(portOf("http://192.168.1.20:9001/x"), 9001);
    equal(portOf("https://bots.example.org:8443/"), 9000);
    equal(portOf("http://localhost/"), 9000);
    equal(portOf("not a URL"), 9000);
  },
};
