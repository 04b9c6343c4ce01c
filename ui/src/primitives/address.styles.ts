export const addressStyles = `
.p-address{display:inline-flex;flex-wrap:wrap;column-gap:.4em;letter-spacing:.01em}
.p-unlike{border-radius:4px;background:var(--portico-warn-soft);color:var(--portico-warn);font-weight:600;text-decoration:underline}
`
