// The build handles style sheets.
declare module '*.css'
