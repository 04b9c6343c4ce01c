export const modalStyles = `
:host>div{min-width:0;max-width:100%}
.p-panel{display:flex;flex-direction:column;position:relative;width:var(--portico-width);max-width:100%;padding:0;border:0;border-radius:var(--portico-radius);background:var(--portico-surface);color:var(--portico-text);box-shadow:var(--portico-shadow);overflow:clip;outline:0!important}
.p-dialog{position:fixed;inset:0;margin:auto;height:fit-content;max-width:calc(100vw - 32px);max-height:85vh;max-height:85dvh;z-index:var(--p-layer,var(--portico-z-index))}
.p-dialog:not([open]){display:none}
.p-dialog::backdrop,.p-scrim{background:var(--portico-surface-scrim,#0008)}
.p-scrim{position:fixed;inset:0;z-index:var(--p-layer,var(--portico-z-index))}
.p-dialog:not([data-still]){animation:p-rise var(--portico-speed) var(--portico-ease)}
.p-dialog:not([data-still])::backdrop{animation:p-come var(--portico-speed,.15s)}
@keyframes p-rise{from{opacity:0;translate:0 8px}}
@keyframes p-come{from{opacity:0}}
@keyframes p-go{to{opacity:0}}
.p-panel.p-shakes{animation:p-shake .5s}
@keyframes p-shake{15%,45%,75%{translate:-6px}30%,60%,90%{translate:6px}}
.p-grabber{display:none}
.p-head{display:grid;flex:none;grid-template-columns:56px minmax(0,1fr) 56px;align-items:center;justify-items:center;height:56px}
.p-middle{display:grid;grid-template-columns:minmax(0,max-content);justify-content:center;width:100%}
.p-title{grid-area:1/1;font-size:var(--portico-font-size);font-weight:600;text-align:center;animation:p-come calc(var(--portico-speed)*.8)}
.p-title.p-goes{animation:p-go calc(var(--portico-speed)*.8) forwards}
.p-outlet{flex:0 1 auto;min-height:0;margin-top:-4px;overflow:hidden auto;overscroll-behavior:contain;scrollbar-width:thin}
.p-view{display:grid;grid-template-columns:minmax(0,1fr);align-content:start;gap:8px;padding:4px 16px 16px}
.p-pending{height:var(--high);overflow:hidden}
.p-broken{padding:12px 4px;text-align:center;color:var(--portico-text-muted)}
.p-root .p-way{min-height:48px;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);font-weight:600;text-align:center}
.p-root .p-way+.p-way{background:none;font-weight:500}
@media (max-width:480px){
.p-dialog{margin-bottom:var(--p-keyboard,0px);width:100%;max-width:100%;max-height:calc(100dvh - var(--p-keyboard,0px) - 64px - env(safe-area-inset-top));border-radius:28px 28px 0 0;padding-bottom:env(safe-area-inset-bottom);transition:translate var(--portico-speed) var(--portico-ease)}
.p-dialog:active{transition:none}
.p-dialog:not([data-still]){animation-name:p-sheet}
.p-dialog .p-grabber{display:block;position:absolute;inset:6px 0 auto;width:36px;height:4px;margin:auto;border-radius:2px;background:var(--portico-text-faint)}
.p-dialog>:is(.p-head,.p-grabber){touch-action:none}
.p-dialog .p-head{margin-top:8px}}
@keyframes p-sheet{from{translate:0 40px;opacity:0}}
@media (prefers-reduced-motion:reduce){.p-panel.p-shakes{animation:none}}
`
