import type { FrameLocator, Page } from "playwright/test";
import { expect } from "@/e2e/fixtures";
import { ownBvn } from "@/e2e/merchant";
import type { Hands } from "./hands";

/** A picture of one page, small. */
const pdf = Buffer.from(
  "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n",
);
const certificate = { name: "certificate.pdf", mimeType: "application/pdf", buffer: pdf };

/** What a merchant types about itself. */
export const typedBusiness = { name: "Ada Provisions", address: "14 Ring Road, Ibadan" };
export const typedAccount = "0123456789";

/** What is uploaded, and how the journey asks for it. */
type Paper = { question?: string; type?: string };

/** The steps of the journey as a merchant takes them, each from where it is shown to where the next one is. */
export function walkIn(frame: FrameLocator | Page, hands: Hands) {
  const button = (name: string | RegExp) => frame.getByRole("button", { name });
  const field = (label: string) => frame.getByLabel(label, { exact: true });

  const walk = {
    /** The heading of the step that is shown. */
    heading: frame.getByRole("heading", { level: 1 }),
    button,
    field,
    press: (name: string | RegExp) => hands.press(button(name)),
    async shows(title: string) {
      await expect(walk.heading).toHaveText(title);
    },
    async business() {
      await walk.shows("Tell us about your business");
      await hands.fill(field("Business name"), typedBusiness.name);
      await walk.kind("limited");
      await hands.fill(field("Business address"), typedBusiness.address);
      await hands.press(button("Continue"));
    },
    /** A limited company, by whatever it is called. */
    async kind(called: string) {
      const name = "Limited company (Ltd)";
      await hands.search(field("Type of business"), called, frame.getByRole("option", { name }));
      await expect(field("Type of business")).toHaveValue(name);
    },
    async openDirector() {
      await walk.shows("Who runs the business?");
      await hands.press(button(/^Add (a|another) director$/));
      await walk.shows("Add a director");
    },
    async fillDirector({ lastName = "Obi" } = {}) {
      await hands.fill(field("First name"), "Amaka");
      await hands.fill(field("Last name"), lastName);
      await hands.fill(field("Date of birth"), "1987-09-04");
      await hands.fill(field("Nationality"), "Nigerian");
      await hands.choose(field("Proof of identity"), "BVN");
      await hands.fill(field("BVN number"), ownBvn());
      await hands.fill(field("Phone number"), "+2348035550142");
      await hands.fill(field("E-mail address"), "amaka.obi@shop.example");
      await hands.fill(field("Home address"), typedBusiness.address);
    },
    async directors(of: { lastName?: string } = {}) {
      await walk.openDirector();
      await walk.fillDirector(of);
      await hands.press(button("Save director"));
      await walk.shows("Who runs the business?");
      await hands.press(button("Continue"));
    },
    async startUpload({ question = "Which proof do you have?", type = "CAC certificate" }: Paper = {}) {
      await walk.shows("Your documents");
      await hands.choose(field(question), type);
      await hands.pick(button("Choose a file").first(), certificate);
    },
    async upload(paper?: Paper) {
      await walk.startUpload(paper);
      await expect(button(/^Replace/)).toBeVisible();
    },
    async documents(paper?: Paper) {
      await walk.upload(paper);
      await hands.press(button("Continue"));
    },
    /** Sent once the next step is there: whoever has the service decide before that finds nothing to decide. */
    async review() {
      await walk.shows("Check and send");
      await hands.press(button("Send application"));
      await walk.shows("We have your application");
    },
    /** From the tracker to the choice of funding, once the application is approved. */
    async approved() {
      await walk.shows("Your application is approved");
      await hands.press(button("Choose your funding"));
    },
    async funding({ amount = "150000" } = {}) {
      await walk.shows("How much do you need?");
      await hands.fill(field("Amount"), amount);
      await hands.choose(field("What is the money for?"), "Inventory purchase");
      await hands.press(button("Continue"));
    },
    /** From the tracker to the offer, once there is one. */
    async offered() {
      await hands.press(button("See your offer"));
    },
    async accept() {
      await walk.shows("Your offer");
      await expect(button(/^Accept ₦/)).toBeDisabled();
      await hands.press(button("Read the terms"));
      await expect(button("Hide the terms")).toBeVisible();
      await expect(button(/^Accept ₦/)).toBeEnabled();
      await hands.press(button(/^Accept ₦/));
    },
    async account({ number = typedAccount } = {}) {
      await walk.shows("Where should the money go?");
      await hands.search(field("Bank"), "gtb", frame.getByRole("option", { name: "Guaranty Trust Bank" }));
      await expect(field("Bank")).toHaveValue("Guaranty Trust Bank");
      await hands.fill(field("Account number"), number);
      await hands.press(button("Check the account"));
    },
    async confirmAccount() {
      await walk.shows("Is this your account?");
      await hands.press(button("This is my account"));
    },
    /** At the bank, in a tab of its own; answers that tab, on which nothing has been answered yet. */
    async toBank(page: Page): Promise<Page> {
      await walk.shows("Agree to repayments at your bank");
      const link = frame.getByRole("link", { name: /^Agree at your bank/ });
      const [bank] = await Promise.all([page.waitForEvent("popup"), hands.press(link)]);
      await expect(bank.getByRole("heading", { level: 1 })).toContainText("debit your account?");
      return bank;
    },
    /**
     * From the approval to the account that the money goes to; `run` has the service decide at once, and `onOffer` sees the
     * offer before it is accepted.
     */
    async money(run: () => Promise<void>, { onOffer = async () => {} } = {}) {
      await walk.approved();
      await walk.funding();
      await walk.shows("Your application is approved");
      await run();
      await walk.offered();
      await walk.shows("Your offer");
      await onOffer();
      await walk.accept();
      await walk.account();
      await walk.confirmAccount();
    },
    async kyc(of: { lastName?: string } = {}) {
      await walk.business();
      await walk.directors(of);
      await walk.documents();
      await walk.review();
    },
  };
  return walk;
}
