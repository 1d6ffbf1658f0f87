import { Page, Section, TextLink } from "@/components/ui/page";
import { day } from "@/lib/kernel/calendar";
import { env, identityBureau } from "@/lib/kernel/env";
import { draftRetention } from "@/lib/merchants/kyc/drafts/purge-drafts";
import { placeRetention } from "@/lib/parties/people/purge-accounts";
import { refusalRetention } from "@/lib/platform/inbound/purge-refusals";
import { accountMailRetention, mailRetention } from "@/lib/platform/messages/mails/purge-mails";
import { deliveryRetention } from "@/lib/platform/messages/webhooks/purge-deliveries";
import { requestRetention } from "@/lib/terms/request-log";

export const metadata = { title: "Privacy" };

const inDays = (ms: number) => ms / day;
const text = "text-stone-700 text-pretty dark:text-stone-300";

/** What is stored of whom, why, who sees it and how long: what docs/operations.md#retention says, in plain words. */
export default function Privacy() {
  const { supportEmail, operatedBy } = env();
  const bureau = identityBureau() ? "Dojah, an identity bureau" : null;
  const kept: [what: string, howLong: string][] = [
    [
      "What you typed and did not send, and what tells your window from another device",
      `${inDays(draftRetention)} days after the last change`,
    ],
    ["Mail and notifications about your shop and loans", `${inDays(mailRetention)} days`],
    ["Mail about your account, such as a new sign-in", `${inDays(accountMailRetention)} days`],
    ["The places that you signed in from", `${inDays(placeRetention)} days after the last time`],
    ["Messages to and from your marketplace", `${inDays(Math.max(deliveryRetention, refusalRetention))} days`],
    ["The log of a marketplace’s requests, without what was in them", `${inDays(requestRetention)} days`],
    [
      "Your application with its documents, sales figures, scores, loans, payments, agreements and complaints",
      "as long as the law asks lenders to keep records. They are not deleted by themselves",
    ],
  ];
  return (
    <Page
      title="Privacy"
      lead={`This service is run by ${operatedBy}. It says here what is stored about you, why, who sees it, and how long.`}
    >
      <Section title="What is stored, and why">
        <ul className={`flex list-disc flex-col gap-2 ps-5 ${text}`}>
          <li>
            If you sell on a marketplace: your business’s name, addresses and phone number, its registration, its
            directors with their dates of birth and identity numbers, and the documents you upload. A lender must know
            whom it lends to.
          </li>
          <li>
            The sales figures that your marketplace sends with your permission, and the score worked out from them. They
            decide how much you can borrow.
          </li>
          <li>
            Your loans, what was taken from each sale, your payments, your bank account, the agreement you accepted with
            the network address it was accepted from, and the form of a debit mandate if you sign one.
          </li>
          <li>
            If you have an account: your name, e-mail address, phone number, a digest of your password, and from where
            you signed in, so that you hear of a sign-in that was not yours.
          </li>
          <li>
            While you fill in a form: what you typed, but no identity number, so that you find it again, and a digest of
            your network address and browser, which tells your own window from another device.
          </li>
          <li>
            If you work for a marketplace: the same of your account, and what you did, so that it can be found out
            later.
          </li>
        </ul>
        <p className={text}>
          Identity numbers, dates of birth, account numbers, documents, complaints and the records of sales figures are
          stored encrypted. The only cookies are those of your sign-in and of the device you signed in with. Nothing
          follows you to other sites, and no script comes from one.
        </p>
      </Section>
      <Section title="Who sees it">
        <p className={text}>
          Your marketplace sees how your application stands, your score and your loans: it takes your repayments from
          your sales. The lender that your agreement names lends to you, and its bank or its provider of payments, such
          as Paystack, pays and collects. Banks and the public register of companies are asked about the numbers that
          you give. Staff of {operatedBy} review applications. Other marketplaces do not see that you sell here. Nothing
          is sold to anybody.
        </p>
        <p className={text}>
          A BVN or NIN goes to nobody unless whoever it belongs to has agreed
          {bureau ? (
            <>
              : then it is sent with name and date of birth to {bureau}, which compares it with the register for us. We
              keep what was compared and when it was agreed to, and nothing else that the register has, no photograph
              either. Companies and bank accounts are compared by {bureau}, too.
            </>
          ) : (
            <>, and at present it is sent to nobody: our staff compare it with the document.</>
          )}{" "}
          You take an agreement back by taking the number out of the application, as long as that can be changed.
        </p>
        <p className={text}>
          Merchants whose directors have the same identity number count as one borrower, on whatever marketplace they
          are: what one owes lowers what another can borrow.
        </p>
      </Section>
      <Section title="How long">
        <dl className="flex flex-col gap-3">
          {kept.map(([what, howLong]) => (
            <div key={what}>
              <dt className="font-medium">{what}</dt>
              <dd className={text}>{howLong}.</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="What you can do">
        <p className={text}>
          See and correct your application, take back what you have allowed a marketplace, and end sessions in{" "}
          <TextLink href="/account">your account</TextLink>. To ask what is stored about you, to have it corrected or
          deleted, write to <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>; to complain, write
          there, or in <TextLink href="/account/complaints">your account</TextLink> or your marketplace’s financing
          page, where you get a number at once. What a lender has to keep is kept until it may be deleted. You can also
          complain to the data protection authority, in Nigeria the Nigeria Data Protection Commission.
        </p>
      </Section>
    </Page>
  );
}
