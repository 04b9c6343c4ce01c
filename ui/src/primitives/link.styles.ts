export const linkStyles = `
.p-link{display:inline-flex;align-items:center;gap:4px;color:var(--portico-accent-text);font-weight:500;text-decoration:none;overflow-wrap:anywhere}
.p-link:hover{text-decoration:underline}
`
