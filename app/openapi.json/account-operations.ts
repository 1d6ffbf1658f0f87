import { POST as changeAccountPassword } from "@/app/api/merchants/auth/change-password/route";
import { POST as forgotAccountPassword } from "@/app/api/merchants/auth/forgot-password/route";
import { POST as logInToAccount } from "@/app/api/merchants/auth/login/route";
import { POST as logOutOfAccount } from "@/app/api/merchants/auth/logout/route";
import { PATCH as changeAccount, GET as getAccount } from "@/app/api/merchants/auth/me/route";
import { POST as refreshAccountToken } from "@/app/api/merchants/auth/refresh/route";
import { POST as registerAccount } from "@/app/api/merchants/auth/register/route";
import { POST as resendAccountVerification } from "@/app/api/merchants/auth/resend-verification/route";
import { POST as resetAccountPassword } from "@/app/api/merchants/auth/reset-password/route";
import { DELETE as endAccountSession } from "@/app/api/merchants/auth/sessions/[sessionId]/route";
import { GET as listAccountSessions } from "@/app/api/merchants/auth/sessions/route";
import { POST as verifyAccountEmail } from "@/app/api/merchants/auth/verify-email/route";
import { GET as searchBusinessCategories } from "@/app/api/merchants/kyc/business-categories/route";
import { PUT as saveAccountBusinessInfo } from "@/app/api/merchants/kyc/business-info/route";
import { GET as searchBusinessTypes } from "@/app/api/merchants/kyc/business-types/route";
import {
  PUT as changeAccountDirector,
  DELETE as removeAccountDirector,
} from "@/app/api/merchants/kyc/directors/[directorId]/route";
import { POST as addAccountDirectors } from "@/app/api/merchants/kyc/directors/bulk/route";
import { POST as addAccountDirector, PUT as saveAccountDirectors } from "@/app/api/merchants/kyc/directors/route";
import { GET as searchDocumentTypes } from "@/app/api/merchants/kyc/document-types/route";
import { DELETE as removeAccountDocument } from "@/app/api/merchants/kyc/documents/[documentId]/route";
import { POST as attachAccountDocument } from "@/app/api/merchants/kyc/documents/route";
import { PUT as saveAccountDraft } from "@/app/api/merchants/kyc/draft/route";
import { POST as lookUpBvn } from "@/app/api/merchants/kyc/lookups/bvn/route";
import { POST as lookUpCompany } from "@/app/api/merchants/kyc/lookups/company/route";
import { POST as lookUpNin } from "@/app/api/merchants/kyc/lookups/nin/route";
import { GET as getAccountKyc } from "@/app/api/merchants/kyc/onboarding-status/route";
import { POST as sendPhoneCode } from "@/app/api/merchants/kyc/otp/send/route";
import { POST as verifyPhoneCode } from "@/app/api/merchants/kyc/otp/verify/route";
import { GET as getAccountKycProgress } from "@/app/api/merchants/kyc/progress/route";
import { POST as submitAccountKyc } from "@/app/api/merchants/kyc/submit/route";
import { PUT as putAccountUpload } from "@/app/api/merchants/kyc/uploads/[fileKey]/route";
import { POST as confirmAccountUpload } from "@/app/api/merchants/kyc/uploads/confirm/route";
import { POST as requestAccountUpload } from "@/app/api/merchants/kyc/uploads/route";
import { GET as getAccountLoanAgreement } from "@/app/api/merchants/loans/[loanId]/agreement/route";
import { GET as getAccountLoanKeyFacts } from "@/app/api/merchants/loans/[loanId]/key-facts/route";
import { GET as getAccountReceipt } from "@/app/api/merchants/loans/[loanId]/payments/[paymentId]/receipt/route";
import { PUT as setAccountRefundAccount } from "@/app/api/merchants/loans/[loanId]/refund-account/route";
import { GET as getAccountLoan } from "@/app/api/merchants/loans/[loanId]/route";
import { GET as getAccountLoanStatement } from "@/app/api/merchants/loans/[loanId]/statement/route";
import { GET as listAccountLoans } from "@/app/api/merchants/loans/route";
import { POST as readAccountNotification } from "@/app/api/merchants/notifications/[notificationId]/read/route";
import { GET as getAccountNotification } from "@/app/api/merchants/notifications/[notificationId]/route";
import {
  GET as getAccountPreferences,
  PUT as saveAccountPreferences,
} from "@/app/api/merchants/notifications/preferences/route";
import { POST as readAllAccountNotifications } from "@/app/api/merchants/notifications/read-all/route";
import { GET as listAccountNotifications } from "@/app/api/merchants/notifications/route";
import { GET as listAccountPayments } from "@/app/api/merchants/payments/route";
import { GET as getAccountScore } from "@/app/api/merchants/score/route";
import type { Operation } from "@/lib/edge/openapi/operation";

const auth = "/api/merchants/auth";
const kyc = "/api/merchants/kyc";
const loans = "/api/merchants/loans";
const notifications = "/api/merchants/notifications";

/** The operations of merchants' accounts, part of the list in operations.ts. */
export const accountOperations: Operation[] = [
  { method: "post", path: `${auth}/register`, route: registerAccount },
  { method: "post", path: `${auth}/verify-email`, route: verifyAccountEmail },
  { method: "post", path: `${auth}/resend-verification`, route: resendAccountVerification },
  { method: "post", path: `${auth}/login`, route: logInToAccount },
  { method: "post", path: `${auth}/refresh`, route: refreshAccountToken },
  { method: "post", path: `${auth}/logout`, route: logOutOfAccount },
  { method: "post", path: `${auth}/forgot-password`, route: forgotAccountPassword },
  { method: "post", path: `${auth}/reset-password`, route: resetAccountPassword },
  { method: "post", path: `${auth}/change-password`, route: changeAccountPassword },
  { method: "get", path: `${auth}/sessions`, route: listAccountSessions },
  { method: "delete", path: `${auth}/sessions/{sessionId}`, route: endAccountSession },
  { method: "get", path: `${auth}/me`, route: getAccount },
  { method: "patch", path: `${auth}/me`, route: changeAccount },
  { method: "post", path: `${kyc}/otp/send`, route: sendPhoneCode },
  { method: "post", path: `${kyc}/otp/verify`, route: verifyPhoneCode },
  { method: "get", path: `${kyc}/progress`, route: getAccountKycProgress },
  { method: "get", path: `${kyc}/onboarding-status`, route: getAccountKyc },
  { method: "put", path: `${kyc}/business-info`, route: saveAccountBusinessInfo },
  { method: "post", path: `${kyc}/directors`, route: addAccountDirector },
  { method: "put", path: `${kyc}/directors`, route: saveAccountDirectors },
  { method: "post", path: `${kyc}/directors/bulk`, route: addAccountDirectors },
  { method: "put", path: `${kyc}/directors/{directorId}`, route: changeAccountDirector },
  { method: "delete", path: `${kyc}/directors/{directorId}`, route: removeAccountDirector },
  { method: "put", path: `${kyc}/draft`, route: saveAccountDraft },
  { method: "post", path: `${kyc}/uploads`, route: requestAccountUpload },
  { method: "put", path: `${kyc}/uploads/{fileKey}`, route: putAccountUpload },
  { method: "post", path: `${kyc}/uploads/confirm`, route: confirmAccountUpload },
  { method: "post", path: `${kyc}/documents`, route: attachAccountDocument },
  { method: "delete", path: `${kyc}/documents/{documentId}`, route: removeAccountDocument },
  { method: "post", path: `${kyc}/submit`, route: submitAccountKyc },
  { method: "post", path: `${kyc}/lookups/bvn`, route: lookUpBvn },
  { method: "post", path: `${kyc}/lookups/nin`, route: lookUpNin },
  { method: "post", path: `${kyc}/lookups/company`, route: lookUpCompany },
  { method: "get", path: `${kyc}/business-types`, route: searchBusinessTypes },
  { method: "get", path: `${kyc}/business-categories`, route: searchBusinessCategories },
  { method: "get", path: `${kyc}/document-types`, route: searchDocumentTypes },
  { method: "get", path: "/api/merchants/score", route: getAccountScore },
  { method: "get", path: loans, route: listAccountLoans },
  { method: "get", path: `${loans}/{loanId}`, route: getAccountLoan },
  { method: "get", path: `${loans}/{loanId}/agreement`, route: getAccountLoanAgreement },
  { method: "get", path: `${loans}/{loanId}/key-facts`, route: getAccountLoanKeyFacts },
  { method: "get", path: `${loans}/{loanId}/payments/{paymentId}/receipt`, route: getAccountReceipt },
  { method: "put", path: `${loans}/{loanId}/refund-account`, route: setAccountRefundAccount },
  { method: "get", path: `${loans}/{loanId}/statement`, route: getAccountLoanStatement },
  { method: "get", path: "/api/merchants/payments", route: listAccountPayments },
  { method: "get", path: notifications, route: listAccountNotifications },
  { method: "get", path: `${notifications}/preferences`, route: getAccountPreferences },
  { method: "put", path: `${notifications}/preferences`, route: saveAccountPreferences },
  { method: "post", path: `${notifications}/read-all`, route: readAllAccountNotifications },
  { method: "get", path: `${notifications}/{notificationId}`, route: getAccountNotification },
  { method: "post", path: `${notifications}/{notificationId}/read`, route: readAccountNotification },
];
