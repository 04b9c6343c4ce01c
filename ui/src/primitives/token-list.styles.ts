export const tokenListStyles = `
.p-token-list .p-row{height:100%;padding-inline:4px}
.p-token-list :is(.p-row-detail,.p-row-value){min-width:0}
.p-token-list .p-cut{display:block}
.p-token-head{display:flex;align-items:end;height:100%;padding:0 4px 10px;color:var(--portico-text-muted);font-size:var(--portico-font-tiny);font-weight:600}
.p-token-headed{margin-top:-12px}
`
