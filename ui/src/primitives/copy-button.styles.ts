export const copyStyles = `
.p-copy{position:relative;display:inline-flex;flex-wrap:wrap;align-items:center;min-width:0}
.p-copy-soft{display:flex}
.p-copy-icon .p-icon{width:16px;height:16px}
.p-copy-failed{color:var(--portico-bad);font-size:var(--portico-font-tiny)}
`
