import { camera } from './camera.ts'
import { digitalDocument } from './digital-document.ts'
import { forms } from './forms.ts'
import type { TextKey } from './pt.ts'

/** The texts of the hosted page in English. */
export const en = {
  errorPrefix: 'Error',
  stepOf: 'Step {step} of {steps}',
  language: 'Language',
  notMe: 'I did not ask for this',
  withdraw: 'Withdraw my consent and delete what I sent',
  later: 'Continue later',
  whom: 'Verification of {whom}',

  pauseTitle: 'You can continue later',
  pauseLead:
    'What is done is kept. Open the same link on this device until {date} (Brasília time).',
  pauseBack: 'Continue now',
  sureNo: 'Back',
  sureSkipTitle: 'Skip this step?',
  sureSkipLead:
    '{name} will see that this step was not done, and may not accept the verification. You can still do it before the end.',
  sureSkipYes: 'Skip this step',
  sureDisownTitle: 'Is this request not yours?',
  sureDisownLead:
    'We will tell {name}, and the verification ends here. It cannot be continued with this link.',
  sureDisownYes: 'It is not mine: end it',
  sureWithdrawTitle: 'Withdraw your consent?',
  sureWithdrawLead:
    'We delete the pictures and results that came through this link, except what the law lets us keep against fraud. You can start again while the link is valid.',
  sureWithdrawYes: 'Withdraw and delete',

  boundTitle: 'This link is already open in another browser',
  boundLead:
    'To continue here, enter a code that we send you. Or open “More options” on the first device and continue on another one.',
  boundSend: 'Send a code to {to}',
  boundCode: 'Code that we sent to {to}',
  boundNobody:
    'Continue on the device that opened the link first, or ask the sender for a new link.',

  stepEmail: 'E-mail',
  stepPhone: 'Phone',
  stepDocument: 'Document',
  stepFace: 'Face',
  stepReceived: 'received',
  stepLeftOut: 'not done',
  leftOutTitle: 'Still to do',
  leftOutTakeUp: '{step}: do it now',

  hintDark: 'The picture was too dark. Find a brighter place.',
  hintBlurred: 'The picture was out of focus. Clean the lens and hold still.',
  hintNotDocument:
    'We found no document in the picture. Use an RG, CNH, CIN, CRNM or passport, out of its cover.',
  hintSide:
    'One side is missing, or the two sides are not of the same document. Start with the side with the photo.',
  hintUnreadable: 'Not all of it could be read. Move closer, with more light and without glare.',
  hintExpired: 'This document has expired. Use another one, if you have it.',
  hintFar: 'Your face was too far away. Come closer.',
  hintTilted: 'Your head was tilted. Hold the device upright, at eye level.',
  hintSeveral: 'There was more than one person in the picture. Only you should be in it.',
  hintGlasses: 'Take off your glasses and try again.',
  hintTurn:
    'We did not see the movement we asked for. Wait for the prompt, then move your head slowly until you hear the sound.',
  againIn: 'You can ask for another message in {time}.',
  inAppTitle: 'Continue in the browser',
  inAppLead: 'You opened this page inside another app, and the camera may not work there.',
  inAppHow:
    'Choose “Open in browser” in the menu of the app (⋯\u00a0or\u00a0⋮), or copy the address and open it in Chrome or Safari.',
  inAppCamera:
    'If the camera does not open, choose a picture or use “Continue on another device or browser”.',
  copy: 'Copy the address',
  copied: 'Copied',
  wentBack: 'The front has arrived. Photograph the back, or retake the front under “More options”.',
  back: 'Back',
  continue: 'Continue',
  tries: 'Tries left: {tries}.',
  oneTry: 'One try left.',

  sandboxBanner: 'Sandbox: nothing leaves it and nothing counts.',
  sandboxChoose: 'Choose a ready outcome',
  sandboxEmail: 'The right code',
  sandboxYes: 'Answer yes',
  sandboxNo: 'Answer no',
  sandboxApproved: 'An approved document',
  sandboxOtherCpf: 'A document with another CPF',
  sandboxOtherFace: 'The document of somebody else',
  sandboxInconclusive: 'Inconclusive',
  sandboxLive: 'A living face',
  sandboxSpoof: 'A photograph or a mask',
  sandboxVirtual: 'A virtual camera',

  entryTitle: 'Confirm your identity',
  entryLead:
    '{name} has asked you to confirm your identity. It takes about two minutes and is easier on a phone.',
  entryButton: 'Start',
  entrySmall: 'Opening this page confirms nothing. Start only if you are dealing with {name}.',

  consentTitle: 'What we ask for',
  consentLead: '{name} needs to confirm that it is you. We ask for:',
  consentEmail: 'a code sent to your e-mail address',
  consentPhone: 'an answer by WhatsApp or SMS',
  consentDocument: 'photos of your document, or its file',
  consentFace: 'photos of your face while you turn your head',
  consentPurpose: 'They serve to confirm your identity and prevent fraud.',
  consentKeeping:
    'Everything is kept encrypted, for as long as the privacy policy of {name} says; no measurements of the face are kept. You can ask {name} for access, correction or deletion and, until the end, withdraw what you have sent.',
  consentDevice:
    'Along with the photos we send data about the device (model, browser, language, time zone), to recognise devices used for fraud.',
  consentBasis:
    'Legal basis: preventing fraud and keeping you safe (Brazilian LGPD, art. 11, II, “g”).',
  consentPolicy: 'Privacy policy of {name}',
  consentContact: 'Contact: {contact}',
  consentOtherWay: 'If you would rather not continue here, ask {name} for another way.',
  consentExpiry:
    'This link is valid until {date} (Brasília time). You can stop and continue later.',
  consentAgree: 'I agree and want to continue',
  consentRefuse: 'I do not agree',
  consentVersion: 'Text {version}',

  refusedTitle: 'Nothing was sent',
  refusedLead:
    'You did not agree, so nothing was collected. Ask {name} whether there is another way.',
  refusedButton: 'I changed my mind',
  withdrawnTitle: 'You withdrew your consent',
  withdrawnLead:
    'The verification has ended here. What you sent is deleted, except what {name} must keep by law. Ask {name} whether there is another way.',
  withdrawnReceipt: 'Receipt number: {receipt}',
  disownedTitle: 'Thank you for telling us',
  disownedLead:
    'We have noted that the request is not yours, and the verification has ended here. If you did not expect the message, tell {name} through its official channels. You can close this page.',

  emailTitle: 'Confirm your e-mail',
  emailLead: 'We will send a {digits}-digit code to {address}.',
  emailSend: 'Send code',
  emailSent: 'We sent a {digits}-digit code to {address}. It is valid for {minutes} minutes.',
  emailCode: 'Code',
  emailCheck: 'Confirm code',
  emailAgain: 'Send again',
  emailNotThere: 'Nothing yet? Check your spam folder or ask for another message.',
  emailSkip: 'I cannot access this e-mail',
  confirms: 'You confirm: {purpose}',
  codeMissing: 'Enter all the digits of the code.',
  codeWrong: 'That code is not right. Check the latest message and try again.',
  codeExpired: 'This code has expired. Ask for a new one below.',
  codeSpent: 'There were too many tries with this code. Ask for a new one below.',
  sendLimit: 'We have sent too many messages. Wait a while and try again.',
  sendNobody:
    'We cannot send messages to this contact. You can skip this step under “More options”.',
  sendFailed: 'The message could not be delivered. Ask again or choose another way.',

  phoneTitle: 'Confirm your phone',
  phoneLead: 'We will send a question to your phone. How would you like to answer?',
  phoneWhatsapp: 'By WhatsApp',
  phoneSms: 'By SMS',
  phoneSentWhatsapp:
    'We sent a question by WhatsApp to {number}. Tap “Yes” in the message, and this page continues by itself.',
  phoneSentSms:
    'We sent a question by SMS to {number}. Reply to the message, and this page continues by itself.',
  phoneWaiting: 'Waiting for your answer…',
  phoneNotThere: 'Nothing yet? Send it again:',
  phoneExpired: 'You did not answer in time. Ask for another message.',
  phoneSkip: 'I cannot use this number',
  checkNow: 'I have answered',

  documentFront: 'Front of your document',
  documentBack: 'Back of your document',
  documentLeadFront:
    'RG, CNH, CIN, CRNM or passport, out of its cover. Start with the side with the photo.',
  documentLeadBack: 'Now the other side of the same document.',
  documentTips: 'Place it on a table in good light, without glare. Every letter must be sharp.',
  documentFile: 'Choose or take a picture',
  documentFileHint: 'JPEG or PNG, up to 20 MB.',
  documentSend: 'Send picture',
  documentFrontAgain: 'Take the front again',
  documentOneSide: 'My document has one side only',
  documentMissing: 'Choose a picture first.',
  documentUnreadable: 'The file is not a picture that we can open. Use JPEG or PNG.',
  documentTooLarge: 'The file is too large. Take another picture.',
  documentRetry:
    'We could not read the document reliably. Take another picture, with more light and no glare.',
  documentReview: 'Send it as it is, for a person to check',
  documentDigest: 'The picture arrived incomplete. Send it again.',
  documentSkip: 'I do not have the document with me',

  faceTitle: 'Show your face',
  faceLead:
    'The camera opens and asks you to look straight ahead. When an arrow appears, turn your head that way. Stay in a bright place, with no cap or sunglasses.',
  faceStart: 'Open camera',
  faceNoScript:
    'This step needs JavaScript and a camera. Turn on JavaScript in the browser, or open “More options”.',
  faceReview: 'I cannot turn my head',
  faceReviewLead:
    'Or send one picture of your face, from the front. A person will check it, and the result comes later.',
  faceRetry:
    'It did not work this time. Try again, with the whole face in the picture and good light.',
  faceExpired: 'Time ran out before your pictures were sent. Start again.',
  faceSkip: 'I cannot take pictures of my face',

  checkingTitle: 'Checking',
  checkingLead: 'This takes a few seconds. You do not need to do anything.',
  waitingTitle: 'Just a moment',
  waitingLead:
    'We are finishing a check. You can leave this page open or come back later by the same link.',
  reload: 'Refresh',

  doneTitle: 'Done!',
  doneLead: 'We have received what you sent. The result goes straight to {name}.',
  doneBack: 'Back to {name}',
  doneClose: 'This page can be closed.',

  movedTitle: 'Continuing on another device',
  movedLead:
    'The verification continues on another device, and this page follows along. To continue here, use the button.',
  movedButton: 'Continue here',

  goneTitle: 'This link is no longer valid',
  goneLead:
    'It has expired, was replaced by a newer one or is incomplete. Ask {name} for a new one.',
  noSessionTitle: 'Open the link again',
  noSessionLead:
    'We do not know which verification is yours. Go back to the message you received and open its link on this device. If you have already done that, allow cookies in this browser.',
  laterTitle: 'Try again in a moment',
  laterLead: 'The service is down for a moment. Nothing is lost: try again in a minute.',
  manyTitle: 'Too many tries',
  manyLead: 'Too many requests came from this connection. Wait a minute and try again.',

  handoverOffer: 'Continue on another device or browser',
  handoverTitle: 'Continue on your phone',
  handoverLead:
    'Point the camera of your phone at the code. It is valid for 10 minutes and works once.',
  handoverAlt: 'QR code that opens this verification on the phone',
  handoverLink: 'Or open this address on the phone:',
  handoverUse: 'Opening your verification on this device…',
  handoverGone: 'This code was used or has expired. Create another one on the computer.',

  serviceBusy: 'The service is busy. Nothing is lost: wait a little and send again.',
  more: 'More options',
  entryPhone: 'Point the camera of your phone at this code:',
  entryHere: 'Continue on this computer',
  consentFaces: 'Photos of a face are biometric data, compared with the document.',
  consentMore: 'Learn more',
  emailAnother: 'Send a new code',
  handoverPhone: 'Continue on my phone',
  handoverOverTitle: 'The code has expired',
  handoverOver:
    'A code is valid for 10 minutes. Create another one when your phone is in your hand.',
  handoverNew: 'Create another code',
  ...camera.en,
  ...digitalDocument.en,
  ...forms.en,
} as const satisfies Record<TextKey, string>
