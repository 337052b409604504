// Callbacks that are forms are read as all forms are; vendors take from here what they share.
export { readUrlencoded } from '#src/platform/urlencoded.ts'
