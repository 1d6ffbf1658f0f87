import { journeyFrom } from "./application-journey";
import { version } from "./version.json";

const script = document.currentScript as HTMLScriptElement | null;

globalThis.ServiceEmbed = { ApplicationJourney: journeyFrom(script?.src), version };
