// Callbacks in form encoding are parsed as all forms are; vendor adapters import the shared parser from here.
export { readUrlencoded } from '#src/platform/urlencoded.ts'
