// What scrolls fades where it is cut; where it ends, the fade lies on nothing.
export const signInStyles = `
.p-sign-join{display:flex;justify-content:center;padding-top:4px}
.p-sign-join>*{border-radius:22px;box-shadow:0 0 0 4px var(--portico-surface)}
.p-sign-join>*+*{margin-inline-start:-12px}
.p-sign-domain{color:var(--portico-accent-text);font-weight:600;overflow-wrap:anywhere}
.p-sign-message{box-sizing:border-box;height:176px;margin:0;padding:12px 14px 0;overflow:auto;overscroll-behavior:contain;border-radius:var(--portico-radius-row);background:var(--portico-surface-raised);font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:var(--portico-font-tiny);line-height:1.5;text-align:start;white-space:pre-wrap;overflow-wrap:anywhere;scrollbar-width:thin}
.p-sign-message::after{content:"";display:block;position:sticky;bottom:0;height:32px;background:linear-gradient(transparent,var(--portico-surface-raised));pointer-events:none}
.p-sign-things{margin:0;padding-inline-start:20px;overflow-wrap:anywhere}
`
