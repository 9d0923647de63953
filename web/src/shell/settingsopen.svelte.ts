// Whether the settings are open. Any screen may open them: `openSettings()`.

let open = $state(false);

export const settingsOpen = {
  get value(): boolean {
    return open;
  },
  set value(wanted: boolean) {
    open = wanted;
  },
};

export const openSettings = (): void => {
  open = true;
};
