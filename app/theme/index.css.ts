/** Import once, from the root module: the themes and the ground rules of every page. */
import "./themes.css";
import "./reset.css";
import "./print.css";
