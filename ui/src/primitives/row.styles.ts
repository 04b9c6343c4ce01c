export const rowStyles = `
.p-list{display:grid;grid-template-columns:minmax(0,1fr);gap:8px;padding:0;list-style:none}
.p-row{display:flex;align-items:center;gap:12px;width:100%;min-height:56px;padding:8px 14px 8px 10px;border-radius:var(--portico-radius-row);font-weight:500;text-align:start;transition:background var(--portico-speed)}
.p-row:dir(rtl){padding:8px 10px 8px 14px}
.p-row-raised{background:var(--portico-surface-raised)}
.p-row>.p-icon:first-child{box-sizing:border-box;width:36px;height:36px;padding:8px;border-radius:var(--portico-radius-chip);background:var(--portico-surface-hover);color:var(--portico-text-muted)}
.p-row-words{display:grid;flex:1;min-width:0}
.p-row-detail{color:var(--portico-text-muted);font-size:var(--portico-font-tiny);font-weight:400;overflow-wrap:anywhere}
.p-row-value{flex:none;max-width:60%;overflow-wrap:anywhere;text-align:end}
.p-tag{flex:none;max-width:45%;overflow-wrap:anywhere;font-size:var(--portico-font-tiny);color:var(--portico-text-muted);text-align:end}
.p-tag-good{color:var(--portico-good)}
.p-row[aria-disabled]>:not(.p-row-words),.p-row[aria-disabled] .p-row-title{opacity:.5}
.p-row[aria-disabled]{cursor:default}
@media (hover:hover){button.p-row:not([aria-disabled]):hover{background:var(--portico-surface-hover)}}
`
