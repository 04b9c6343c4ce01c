export const iconButtonStyles = `
.p-icon-button{position:relative;display:grid;place-items:center;flex:none;width:36px;height:36px;border-radius:12px;color:var(--portico-text-muted)}
.p-icon-button::after{content:"";position:absolute;inset:-4px}
@media (hover:hover){.p-icon-button:hover{background:var(--portico-surface-hover);color:var(--portico-text)}}
`
