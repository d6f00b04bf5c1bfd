import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "$lib/settings.svelte";
import { chosen, speak } from "./strings/languages";
import "./styles/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
void speak(chosen(location.search, settings.language, navigator.languages)).then(() => mount(App, { target }));
