import { POST as acceptInvitation } from "@/app/api/invitations/[token]/accept/route";
import { GET as getInvitation } from "@/app/api/invitations/[token]/route";
import { POST as inviteStaff } from "@/app/api/invitations/route";
import { DELETE as archiveLender, PATCH as changeLender, GET as getLender } from "@/app/api/lenders/[lenderId]/route";
import { POST as createLender, GET as listLenders } from "@/app/api/lenders/route";
import { POST as completeRegistration } from "@/app/api/marketplaces/registration/complete/route";
import { GET as getMe } from "@/app/api/me/route";
import {
  DELETE as archiveMerchant,
  PATCH as changeMerchant,
  GET as getMerchantAnywhere,
} from "@/app/api/merchants/[merchant]/route";
import { POST as addMerchant, GET as listMerchants } from "@/app/api/merchants/route";
import { POST as logInOperator } from "@/app/api/ops/login/route";
import type { Operation } from "@/lib/openapi/operation";

const invitations = "/api/invitations";
const lenders = "/api/lenders";
const merchants = "/api/merchants";

/** The operations of the service's own staff, and of people who come to a team, part of the list in operations.ts. */
export const operatorOperations: Operation[] = [
  { method: "get", path: "/api/me", route: getMe },
  { method: "post", path: "/api/marketplaces/registration/complete", route: completeRegistration },
  { method: "post", path: invitations, route: inviteStaff },
  { method: "get", path: `${invitations}/{token}`, route: getInvitation },
  { method: "post", path: `${invitations}/{token}/accept`, route: acceptInvitation },
  { method: "post", path: "/api/ops/login", route: logInOperator },
  { method: "get", path: lenders, route: listLenders },
  { method: "post", path: lenders, route: createLender },
  { method: "get", path: `${lenders}/{lenderId}`, route: getLender },
  { method: "patch", path: `${lenders}/{lenderId}`, route: changeLender },
  { method: "delete", path: `${lenders}/{lenderId}`, route: archiveLender },
  { method: "get", path: merchants, route: listMerchants },
  { method: "post", path: merchants, route: addMerchant },
  { method: "get", path: `${merchants}/{merchant}`, route: getMerchantAnywhere },
  { method: "patch", path: `${merchants}/{merchant}`, route: changeMerchant },
  { method: "delete", path: `${merchants}/{merchant}`, route: archiveMerchant },
];
