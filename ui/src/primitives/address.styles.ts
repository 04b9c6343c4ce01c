export const addressStyles = `
.p-address{display:inline-flex;flex-wrap:wrap;column-gap:.4em;letter-spacing:.01em}
`
