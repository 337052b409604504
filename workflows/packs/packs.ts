import { basic } from './basic.ts'

/** The packs that come with the service; a new version is a new entry beside the old one. */
export const packs = [basic] as const
