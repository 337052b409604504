import { basic } from './basic.ts'
import { link } from './link.ts'

/** The packs that come with the service; a new version is a new entry beside the old one. */
export const packs = [basic, link] as const
