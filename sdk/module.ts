import { journeyFrom } from "./application-journey";

export const ApplicationJourney = journeyFrom(import.meta.url);
export { version } from "./version.json";
