import { createHash } from "node:crypto";

/**
 * What a record does not hold and an application needs: people, papers and contacts, all made up, and the same for the
 * same merchant whenever it is asked. The record supplies the rest.
 */
const firstNames = ["Adaeze", "Bolaji", "Chinedu", "Efe", "Folake", "Halima", "Ibrahim", "Kelechi", "Ngozi", "Tunde"];
const lastNames = ["Adeyemi", "Balogun", "Chukwu", "Danjuma", "Eze", "Lawal", "Nwosu", "Okafor", "Onyeka", "Usman"];
const streets = ["Allen Avenue", "Awolowo Road", "Broad Street", "Marina Road", "Herbert Macaulay Way"];

function seedOf(id) {
  const bytes = createHash("sha256").update(id).digest();
  return {
    tag: bytes.toString("hex", 0, 6),
    pick: (list, at) => list[bytes[at] % list.length],
    digits: (count, at) => String(bytes.readUInt32BE(at)).padStart(10, "0").slice(-count),
  };
}

/** Body of `POST /merchants`. */
export function merchantOf(record) {
  const { merchantId, businessName, businessType, category } = record.merchantIdentity;
  const { firstName, lastName, email, phoneNumber } = personOf(merchantId);
  return {
    thirdPartyCustomerId: merchantId,
    businessName,
    email,
    phoneNumber,
    firstName,
    lastName,
    ...(businessType ? { businessType } : {}),
    ...(category ? { businessCategory: String(category).slice(0, 50) } : {}),
  };
}

/** Body of `PUT business-info`. */
export function businessInfoOf(record) {
  const { merchantId, businessName, businessType, location, category, marketplaceOnboardingDate } =
    record.merchantIdentity;
  const { digits, pick } = seedOf(merchantId);
  const { email, phoneNumber } = personOf(merchantId);
  return {
    businessName,
    businessType: businessType ?? "SOLE_PROPRIETORSHIP",
    operatingAddress: `${Number(digits(2, 4)) + 1} ${pick(streets, 8)}, ${location || "Lagos"}`,
    registrationNumber: `RC${digits(7, 12)}`,
    taxNumber: `${digits(8, 16)}-0001`,
    ...(marketplaceOnboardingDate ? { dateOfIncorporation: String(marketplaceOnboardingDate).slice(0, 10) } : {}),
    ...(category ? { businessCategory: String(category).slice(0, 50) } : {}),
    businessEmail: email,
    businessPhone: phoneNumber,
  };
}

/** Body of `POST directors`: one, with a BVN of the right form that the sandbox finds genuine. */
export function directorsOf(record) {
  const { merchantId, location } = record.merchantIdentity;
  const { digits, pick } = seedOf(merchantId);
  const bvn = `22${digits(9, 20)}`;
  return {
    directors: [
      {
        ...personOf(merchantId),
        address: `${Number(digits(2, 4)) + 1} ${pick(streets, 9)}, ${location || "Lagos"}`,
        dateOfBirth: `${1965 + (Number(digits(3, 24)) % 35)}-0${1 + (Number(digits(1, 24)) % 9)}-15`,
        nationality: "Nigerian",
        identityType: "BVN",
        identityNumber: bvn.endsWith("0000") ? `${bvn.slice(0, -1)}1` : bvn,
        position: "CEO",
        isPrimary: true,
      },
    ],
  };
}

function personOf(id) {
  const { tag, pick, digits } = seedOf(id);
  return {
    firstName: pick(firstNames, 6),
    lastName: pick(lastNames, 7),
    email: `owner.${tag}@example.com`,
    phoneNumber: `+23480${digits(8, 28)}`,
  };
}

/** A certificate of one page, as a PDF that any reader opens: `{fileName, mimeType, bytes}`. */
export function certificateOf(record) {
  const { merchantId, businessName } = record.merchantIdentity;
  const { registrationNumber } = businessInfoOf(record);
  const lines = ["CERTIFICATE OF INCORPORATION", businessName, registrationNumber, "Specimen for the sandbox"];
  const text = lines
    .map((line) => `(${line.replace(/[^\x20-\x7e]/g, "?").replace(/[\\()]/g, "\\$&")}) Tj T*`)
    .join("\n");
  const stream = `BT /F1 16 Tf 24 TL 72 720 Td\n${text}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return {
    fileName: `certificate-${seedOf(merchantId).tag}.pdf`,
    mimeType: "application/pdf",
    bytes: Buffer.from(pdf + table + end, "latin1"),
  };
}
