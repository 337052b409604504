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
  sureSkipTitle: 'Go on without this step?',
  sureSkipLead:
    '{name} will know that this step was not done, and may not accept the verification. Until it has ended you can still do it.',
  sureSkipYes: 'Go on without it',
  sureDisownTitle: 'You did not ask for this?',
  sureDisownLead:
    'We will tell {name} that the request is not yours. The verification ends and cannot be taken up by this link.',
  sureDisownYes: 'It was not me: end it',
  sureWithdrawTitle: 'Withdraw your consent?',
  sureWithdrawLead:
    'We delete the pictures and results that came by this link, but for what the law lets us keep against fraud. You can begin anew while the link is valid.',
  sureWithdrawYes: 'Withdraw and delete',

  boundTitle: 'This link was opened in another browser already',
  boundLead:
    'To go on here, confirm that it is you by a code, or use “Continue on another device or browser” on the first device.',
  boundSend: 'Send a code to {to}',
  boundCode: 'Code that we sent to {to}',
  boundNobody:
    'Go on with the device that opened the link first, or ask whoever sent it for another one.',

  stepEmail: 'E-mail',
  stepPhone: 'Phone',
  stepDocument: 'Document',
  stepFace: 'Face',
  stepReceived: 'received',
  stepLeftOut: 'not done',
  leftOutTitle: 'You left out',
  leftOutTakeUp: '{step}: do it now',

  hintDark: 'The picture was too dark. Look for a brighter place.',
  hintBlurred: 'The picture was out of focus. Clean the lens and hold still.',
  hintNotDocument:
    'We found no document in the picture. Use an RG, CNH, CIN, CRNM or passport, out of its cover.',
  hintSide:
    'One side is missing, or the two sides are not of one document. Begin with the side of the portrait.',
  hintUnreadable: 'Not all of it could be read. Move closer, with more light and without glare.',
  hintExpired: 'This document has expired. Use another one, if you have it.',
  hintFar: 'Your face was too far away. Come closer.',
  hintTilted: 'Your head was tilted. Hold the device upright, at the height of your eyes.',
  hintSeveral: 'There was more than one person in the picture. Be alone, please.',
  hintGlasses: 'Take off your glasses and try again.',
  hintTurn:
    'The movement was not the one that was asked for. Wait until you are asked, then move your head slowly, until you hear the signal.',
  purpose: 'For: {purpose}',
  againIn: 'You can ask for another message in {time}.',
  inAppTitle: 'Continue in the browser',
  inAppLead: 'You have opened this page inside another app, whose browser may have no camera.',
  inAppHow:
    'Choose “Open in browser” in the menu of the app (⋯\u00a0or\u00a0⋮), or copy the address and open it in Chrome or Safari.',
  inAppCamera:
    'If the camera does not open, choose a picture or use “Continue on another device or browser”.',
  copy: 'Copy the address',
  copied: 'Copied',
  wentBack: 'The front has arrived. Go on with the back, or take the front again.',
  back: 'Back',
  continue: 'Continue',
  tries: 'Tries left: {tries}.',
  oneTry: 'One try left.',

  sandboxBanner: 'Sandbox: no message leaves, and nothing here counts.',
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
  entryLead: '{name} has asked for a verification. It takes about two minutes, best on a phone.',
  entryButton: 'Start',
  entrySmall: 'Opening this page confirms nothing. Start only if you are dealing with {name}.',

  consentTitle: 'What we ask for, and why',
  consentLead: '{name} needs to know that it is really you. For that we ask for:',
  consentEmail: 'a code that we send to your e-mail address',
  consentPhone: 'a confirmation by WhatsApp or SMS on your mobile phone',
  consentDocument: 'photographs of your document, front and back, or its file',
  consentFace: 'photographs of your face while you turn your head',
  consentPurpose:
    'We use these data to confirm your identity, to prevent fraud and to protect you. Photographs of a face are biometric data: we compare them with the portrait of the document and keep no measurements of the face.',
  consentKeeping:
    'Everything is kept encrypted, for as long as {name} says in its privacy policy. You can ask {name} for access, correction or deletion and, until the end, withdraw what you have sent.',
  consentDevice:
    'With the photographs we send data of the device (model, browser, language, time zone), to recognise devices that are used for fraud.',
  consentBasis:
    'Legal basis: preventing fraud and keeping you safe (Brazilian LGPD, art. 11, II, “g”).',
  consentPolicy: 'Privacy policy of {name}',
  consentContact: 'Contact: {contact}',
  consentOtherWay: 'If you do not want to go on here, ask {name} for another way.',
  consentExpiry: 'This link is valid until {date} (Brasília time). You can stop and go on later.',
  consentAgree: 'I agree and want to continue',
  consentRefuse: 'I do not agree',
  consentVersion: 'Text {version}',

  refusedTitle: 'Nothing was sent',
  refusedLead:
    'You did not agree, so nothing was collected. Talk to {name} to learn whether there is another way.',
  refusedButton: 'I changed my mind',
  withdrawnTitle: 'You withdrew your consent',
  withdrawnLead:
    'The verification has ended here. What you sent is deleted; only what {name} is bound to keep remains. Talk to {name} to learn whether there is another way.',
  withdrawnReceipt: 'Receipt number: {receipt}',
  disownedTitle: 'Thank you for telling us',
  disownedLead:
    'We have noted that the request is not yours, and the verification has ended here. You can close this page. If you did not expect the message, tell {name} through its official channels.',

  emailTitle: 'Confirm your e-mail',
  emailLead: 'We will send a code of {digits} digits to {address}.',
  emailSend: 'Send code',
  emailSent:
    'We have sent a code of {digits} digits to {address}. It is valid for {minutes} minutes.',
  emailCode: 'Code',
  emailCheck: 'Confirm code',
  emailAgain: 'Send again',
  emailNotThere: 'Nothing there? Look into the spam folder or ask for another message.',
  emailSkip: 'I cannot read this e-mail address',
  confirms: 'You confirm: {purpose}',
  codeMissing: 'Type all digits of the code.',
  codeWrong: 'The code is not the right one. Look at the last message you got and type it again.',
  codeExpired: 'This code is no longer valid. Ask for another message.',
  codeSpent: 'No tries are left for this code. Ask for another message.',
  sendLimit: 'We have sent too many messages. Wait a little and try again.',
  sendNobody: 'This message cannot be sent. Go on without this step.',
  sendFailed: 'The message could not be delivered. Ask again or choose another way.',

  phoneTitle: 'Confirm your phone',
  phoneLead: 'We will ask on your mobile phone whether it is you. Choose how:',
  phoneWhatsapp: 'By WhatsApp',
  phoneSms: 'By SMS',
  phoneSentWhatsapp:
    'We have asked by WhatsApp at the number {number}. Tap “Yes” in the message: this page goes on by itself.',
  phoneSentSms:
    'We have asked by SMS at the number {number}. Reply to the message: this page goes on by itself.',
  phoneWaiting: 'Waiting for your answer…',
  phoneNotThere: 'Nothing there? Ask again:',
  phoneExpired: 'The time of the question is over. Ask again.',
  phoneSkip: 'I cannot answer at this number',
  checkNow: 'I have answered',

  documentTitle: 'Photograph your document',
  documentFront: 'Front',
  documentBack: 'Back',
  documentLeadFront:
    'RG, CNH, CIN, CRNM or passport, out of its cover. Begin with the side of the portrait.',
  documentLeadBack: 'Now the other side of the same document.',
  documentTips: 'Lay it on a table, in good light and without glare. All letters must be sharp.',
  documentFile: 'Choose or take a picture',
  documentFileHint: 'JPEG or PNG, up to 20 MB.',
  documentSend: 'Send picture',
  documentFrontAgain: 'Take the front again',
  documentOneSide: 'My document has one side only',
  documentMissing: 'Choose a picture first.',
  documentUnreadable: 'The file is not a picture that we can open. Use JPEG or PNG.',
  documentTooLarge: 'The file is too large. Take another picture.',
  documentRetry:
    'We could not read the document with confidence. Take another picture, with more light and no glare.',
  documentReview: 'Send it as it is, for a person to look at',
  documentDigest: 'The picture arrived incomplete. Send it again.',
  documentSkip: 'I do not have the document with me',

  faceTitle: 'Show your face',
  faceLead:
    'The camera opens and asks you to look straight ahead. When an arrow appears, turn your head to its side. Stay in a bright place, without cap or sunglasses.',
  faceStart: 'Open camera',
  faceNoScript:
    'This step needs JavaScript and a camera. Turn JavaScript on in the browser, or use the way below.',
  faceReview: 'I cannot turn my head',
  faceReviewLead:
    'Or send one picture of your face, from the front. Somebody will look at it, and the result comes later.',
  faceRetry:
    'It did not work this time. Try again, with the whole face in the picture and good light.',
  faceExpired: 'The time was over before it was sent. Start again.',
  faceSkip: 'I cannot take pictures of my face',

  checkingTitle: 'Checking',
  checkingLead: 'This takes some seconds. There is nothing to do.',
  waitingTitle: 'Just a moment',
  waitingLead:
    'We are finishing a check. You can leave this page open or come back later by the same link.',
  reload: 'Refresh',

  doneTitle: 'Done!',
  doneLead: 'We have received what you sent. The result goes straight to {name}.',
  doneBack: 'Back to {name}',
  doneClose: 'This page can be closed.',

  movedTitle: 'Going on with another device',
  movedLead:
    'The verification goes on with another device, and this page follows it. To go on here, use the button.',
  movedButton: 'Continue here',

  goneTitle: 'This link is no longer valid',
  goneLead: 'It has expired, was replaced by a newer one or is incomplete. Ask {name} for another.',
  noSessionTitle: 'Open the link again',
  noSessionLead:
    'We do not know which verification is yours. Go back to the message that you got and open its link on this device. If you did that already, allow cookies in this browser.',
  laterTitle: 'Not possible right now',
  laterLead: 'The service is away for a moment. Nothing is lost: try again in a minute.',
  manyTitle: 'Too many tries',
  manyLead: 'Too many requests came from this address. Wait a minute and try again.',

  handoverOffer: 'Continue on another device or browser',
  handoverTitle: 'Continue on the phone',
  handoverLead:
    'Point the camera of the phone at the code. It is valid for 10 minutes and only once.',
  handoverAlt: 'QR code that opens this verification on the phone',
  handoverLink: 'Or open this address on the phone:',
  handoverUse: 'Opening your verification on this device…',
  handoverGone: 'This code was used or has expired. Make another one on the computer.',

  cameraInsecure:
    'Browsers give a camera to secure addresses (https) alone. At this address choose a picture, or ask for an https link.',
  cameraOpen: 'Open camera',
  cameraTake: 'Take picture',
  cameraClose: 'Close camera',
  previewAlt: 'The picture that will be sent',
  previewDocument: 'Can you read every letter? Is all of the document there, without glare?',
  previewFace: 'Is your whole face there, from the front and sharp?',
  previewUse: 'Use this picture',
  previewAgain: 'Take another',
  documentSame:
    'You have sent this picture already. Take another one, of the side that the page asks for.',
  cameraRefused:
    'The camera was not allowed. Allow it for this site in the settings of the browser and try again, or choose a picture.',
  cameraAbsent:
    'There is no camera on this device, or this browser gives none. Continue on another, or choose a picture.',
  cameraTaken: 'Another program is using the camera. Close it and try again, or choose a picture.',
  cameraOther: 'The camera did not open. Try again, or choose a picture.',
  offline: 'No connection. Leave the page open: sending goes on by itself when the line is back.',
  sendingPicture: 'Sending…',
  uploadRefused: 'It was not accepted. Reload the page and try again.',
  qualityGood: 'Very good, stay like that.',
  qualityHold: 'Almost: hold still.',
  qualityBlurred: 'Out of focus. Move a little closer or away.',
  qualityUnframed: 'Fit the whole document into the frame.',
  qualityGlare: 'There is glare. Tilt the document a little.',
  qualityBright: 'Too much light. Leave the sun or turn off the flash.',
  qualityDark: 'Too dark. Look for more light.',
  turnFront: 'Look straight ahead.',
  turnLeft: 'Turn your head slowly to your left.',
  turnRight: 'Turn your head slowly to your right.',
  turnWait: 'Keep looking at the camera, and wait.',
  turnTooSoon: 'Turn when the arrow appears, and to its side.',
  sayLeft: 'Left',
  sayRight: 'Right',
  turnNear: 'Bring your face closer to the camera.',
  turnFar: 'Move your face slowly away.',
  faceApproach: 'Move my face closer and away, without turning my head',
  poseNone: 'We cannot see your face. Put it into the oval.',
  poseSeveral: 'There is more than one person in the picture. Please be alone.',
  poseCloser: 'Come closer.',
  poseFarther: 'Move back a little.',
  poseCentre: 'Put your face into the middle of the oval.',
  faceProgress: 'Movements done',
  readAloud: 'Read aloud',
  faceLoading: 'Preparing the camera…',
  faceLoaded: 'Preparing the camera… {done} of {all} MB',
  faceLate: 'The movement was not seen in time. Try again, or use the way “I cannot turn my head”.',
  approachTooSoon: 'Wait until you are asked to move closer or away.',
  approachMissed:
    'Move closer or away when you are asked to. Try again, or send one picture for somebody to look at.',
  faceMissed:
    'Turn your head when the arrow appears, and to its side. Try again, or use the way “I cannot turn my head”.',
  faceFailed: 'It did not work. Try again in a moment.',
  serviceBusy: 'The service is busy. Nothing is lost: wait a little and send again.',
  ...digitalDocument.en,
  ...forms.en,
} as const satisfies Record<TextKey, string>
