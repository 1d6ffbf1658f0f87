import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { moment } from "@/lib/kernel/answer-fields";
import { cursorOf } from "@/lib/kernel/cursor";
import { line, phone, text } from "@/lib/kernel/validation";
import { phoneCodeLength } from "@/lib/terms/accounts";
import { connectionStatuses } from "@/lib/terms/connections";
import { publicKycStatuses } from "@/lib/terms/kyc/states";
import { addressInput, changePasswordInput, signInInput, typedCode } from "./schema";
import { typedName } from "./typed-name";

const heldMerchantAnswer = z
  .object({
    merchantId: z.string().describe("For X-Merchant-Id"),
    businessName: z.string(),
    marketplace: z.object({ marketplaceId: z.string(), name: z.string() }),
    environment: z.enum(environments),
    connectionId: z.string(),
    connectionStatus: z.enum(connectionStatuses),
    kycStatus: z.enum(publicKycStatuses),
  })
  .meta({ id: "HeldMerchant" });

export const accountProfile = z.object({
  user: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      phoneNumber: z.string().nullable().describe("That the account has proved to hold; null: none yet"),
    })
    .meta({ id: "AccountUser" }),
  merchants: z.array(heldMerchantAnswer),
});
export type AccountProfile = z.output<typeof accountProfile>;

export const accountChanged = z.object({ user: accountProfile.shape.user });

export const renameAccountInput = z.object({ businessName: line(150) });
export type RenameAccountInput = z.output<typeof renameAccountInput>;

export const changeAccountBody = z
  .object({ name: renameAccountInput.shape.businessName.nullish() })
  .meta({ sample: { name: "Bright Kitchenware and Sons" } });

export const askPhoneCodeInput = z.object({ phoneNumber: phone }).meta({ sample: { phoneNumber: "+2348031234567" } });
export type AskPhoneCodeInput = z.output<typeof askPhoneCodeInput>;

export const verifyPhoneCodeInput = z
  .object({
    phoneNumber: phone,
    code: z
      .string("Must be a string")
      .overwrite((typed) => typed.replace(/[\s-]/g, ""))
      .regex(new RegExp(`^\\d{${phoneCodeLength}}$`), `Must be the ${phoneCodeLength} digits of the message`),
  })
  .meta({ sample: { phoneNumber: "+2348031234567", code: "204816" } });
export type VerifyPhoneCodeInput = z.output<typeof verifyPhoneCodeInput>;

export const phoneCodeSent = z.object({ expiresIn: z.int().describe("Seconds that the code works") });

export const phoneVerified = z.object({ phoneNumber: z.string() });

export const done = z
  .object({ success: z.literal(true), message: z.string().describe("For people") })
  .meta({ id: "Done" });

const deviceName = typedName
  .max(60, "Must be at most 60 characters")
  .nullish()
  .describe("What the list of sessions calls this one; by default the browser, or the product of User-Agent");

export const logInBody = signInInput
  .extend({
    deviceName,
    code: typedCode
      .nullish()
      .describe("Of the second factor, where one is set up: what the authenticator app shows, or a recovery code"),
    pass: z
      .string("Must be a string")
      .max(200, "Must be at most 200 characters")
      .nullish()
      .describe(
        "What the link in the mail about failed attempts carries as pass: lets a new place try without waiting",
      ),
  })
  .meta({ sample: { email: "owner@shop.example", password: "…" } });
export type LogInInput = z.output<typeof logInBody>;

export const addressBody = addressInput.meta({ id: "AccountAddress", sample: { email: "owner@shop.example" } });

export const changePasswordBody = changePasswordInput
  .extend({
    code: typedCode.nullish().describe("Of the second factor, where one is set up"),
  })
  .meta({ sample: { password: "…", newPassword: "…" } });
export type ChangePasswordBody = z.output<typeof changePasswordBody>;

export const refreshBody = z.object({ refreshToken: text(100), deviceName }).meta({ sample: { refreshToken: "…" } });
export type RefreshInput = z.output<typeof refreshBody>;

export const sessionTokens = z
  .object({
    accessToken: z.string().describe("A bearer token for the operations of merchants' accounts only"),
    tokenType: z.literal("Bearer"),
    expiresIn: z.int().describe("Seconds that the access token works"),
    refreshToken: z
      .string()
      .describe("For `refresh`, once: it answers the next one. Keep it where only the app reads it"),
    refreshExpiresIn: z.int().describe("Seconds that the refresh token works"),
    sessionId: z.string().describe("What was signed in, as `sessions` lists it"),
  })
  .meta({ id: "AccountTokens" });
export type SessionTokens = z.output<typeof sessionTokens>;

export const endSessionInput = z.object({ sessionId: text(255) });

const sessionCursor = cursorOf("session", "a session").optional();
export const sessionCursors = { startingAfter: sessionCursor, endingBefore: sessionCursor };

const sessionAnswer = z.object({
  sessionId: z.string(),
  agent: z.string().describe("What signed in, as its owner knows it: `Chrome on Android`, or as it named itself"),
  createdAt: moment,
  lastUsedAt: moment.describe("When its tokens were last refreshed"),
  expiresAt: moment.describe("When it ends unless it is used"),
  current: z.boolean().describe("Whether it is the session of this very token"),
});

export const sessionList = z.object({ data: z.array(sessionAnswer), hasMore: z.boolean() });
export type SessionList = z.output<typeof sessionList>;
