// Browsers inside apps: many have no camera, and nothing there says so but a camera that does not open.

/** As those apps name themselves, and the web views of Android (`; wv`). */
const apps =
  /\b(?:FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|musical_ly|BytedanceWebview|TikTok|Snapchat|Pinterest|LinkedInApp|Twitter|GSA\/)|; wv\)/i

/** A web view of iOS is a Safari that does not call itself one. */
const isViewOfIos = (agent: string): boolean =>
  /\b(?:iPhone|iPad|iPod)\b/.test(agent) &&
  /AppleWebKit/.test(agent) &&
  !/\b(?:Safari|CriOS|FxiOS|EdgiOS)\//.test(agent)

export const isInApp = (agent = ''): boolean => apps.test(agent) || isViewOfIos(agent)
