//! Opening a browser through its driver, with the flags that a test needs.

use thirtyfour::{
    Capabilities, ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver,
    error::WebDriverError,
};

use crate::{Driver, Engine};

impl Driver {
    /// Opens a browser with an empty profile.
    pub(crate) async fn open(&self) -> Result<WebDriver, WebDriverError> {
        match self.engine() {
            Engine::Chromium => chromium(self.url()).await,
            Engine::Firefox => firefox(self.url()).await,
            Engine::WebKit => WebDriver::new(self.url(), Capabilities::new()).await,
        }
    }
}

async fn chromium(driver: &str) -> Result<WebDriver, WebDriverError> {
    let mut wishes = DesiredCapabilities::chrome();
    for flag in [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
        "--lang=en",
    ] {
        wishes.add_arg(flag)?;
    }
    wishes.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    WebDriver::new(driver, wishes).await
}

async fn firefox(driver: &str) -> Result<WebDriver, WebDriverError> {
    let mut wishes = DesiredCapabilities::firefox();
    wishes.set_headless()?;
    WebDriver::new(driver, wishes).await
}
