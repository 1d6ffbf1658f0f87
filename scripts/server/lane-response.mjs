export { FastResponse as Response } from "srvx/node";
