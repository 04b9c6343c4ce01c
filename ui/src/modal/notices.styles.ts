// Above the panel a click on a toast is none beside the panel; inside, what it covers for a moment can still be pressed.
export const noticesStyles = `
.p-panel{overflow:visible}
.p-outlet{border-radius:0 0 var(--portico-radius) var(--portico-radius)}
.p-toasts{position:absolute;inset:auto 12px calc(100% + 8px);z-index:1;display:grid;justify-items:center;padding-block-start:env(safe-area-inset-top);pointer-events:none}
.p-toasts.p-inside{inset:0 56px auto;min-height:56px;align-items:center;padding:0}
.p-toast{display:flex;align-items:center;gap:10px;max-width:100%;min-height:40px;padding:8px 14px;border-radius:var(--portico-radius-row);background:var(--portico-surface-hover);box-shadow:0 6px 16px -8px #0006;font-size:var(--portico-font-small);font-weight:500;overflow-wrap:anywhere;animation:p-drop var(--portico-speed) var(--portico-ease)}
.p-toasts:not(.p-inside)>.p-toast{pointer-events:auto}
.p-inside .p-toast{width:100%}
@media (max-width:480px){.p-dialog .p-inside{inset-block-start:8px}.p-dialog .p-outlet{border-radius:0}}
@keyframes p-drop{from{opacity:0;translate:0 8px}}
.p-toast-success>.p-icon{color:var(--portico-good)}
.p-toast-failure>.p-icon{color:var(--portico-bad)}
.p-alert{display:flex;gap:10px;margin:0 16px 8px;padding:12px 8px 12px 14px;border-radius:var(--portico-radius-row);background:var(--portico-warn-soft);color:var(--portico-warn);font-size:var(--portico-font-small);overflow-wrap:anywhere}
.p-alert>div{flex:1;min-width:0}
.p-alert strong{font-weight:600}
.p-alert>button{margin-block:-8px;color:inherit}
.p-alert.p-alert-failure{background:var(--portico-bad-soft);color:var(--portico-bad)}
`
