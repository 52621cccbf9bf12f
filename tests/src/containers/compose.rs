//! A compose file, read by a YAML library and filled in as compose does.

use std::{collections::BTreeMap, ffi::OsStr, process::Command, time::Duration};

use serde_json::Value;

use super::docker;

/// A compose file in which every variable has its value.
#[derive(Debug)]
pub struct Compose(Value);

impl Compose {
    /// Reads a file of `docker/` with a Python that has PyYAML.
    ///
    /// # Panics
    /// When it is no YAML, or needs a variable that is not there.
    #[must_use]
    pub fn read(python: &OsStr, name: &str, variables: &[(&str, &str)]) -> Compose {
        let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";
        let told = Command::new(python)
            .args(["-c", script])
            .arg(docker().join(name))
            .output()
            .expect("Python starts");
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
        let mut file: Value = serde_json::from_slice(&told.stdout).expect("JSON");
        let variables = variables.iter().copied().collect();
        fill(&mut file, &variables);
        Compose(file)
    }

    /// The names of its services.
    ///
    /// # Panics
    /// When it has none.
    #[must_use]
    pub fn services(&self) -> Vec<&str> {
        self.0["services"].as_object().expect("services").keys().map(String::as_str).collect()
    }

    /// What is said of a service.
    ///
    /// # Panics
    /// When there is no such service.
    #[must_use]
    pub fn service(&self, name: &str) -> &Value {
        let service = &self.0["services"][name];
        assert!(service.is_object(), "{name} is in the file");
        service
    }

    /// The environment of a service.
    #[must_use]
    pub fn environment(&self, name: &str) -> BTreeMap<String, String> {
        let pairs = self.service(name)["environment"].as_object().into_iter().flatten();
        pairs.map(|(name, value)| (name.clone(), text(value))).collect()
    }

    /// How long a service may take to stop.
    ///
    /// # Panics
    /// When it is not told in seconds.
    #[must_use]
    pub fn grace(&self, name: &str) -> Duration {
        let told = text(&self.service(name)["stop_grace_period"]);
        let seconds = told.strip_suffix('s').and_then(|number| number.parse().ok());
        Duration::from_secs(seconds.expect("seconds"))
    }

    /// The command of a service, in words.
    #[must_use]
    pub fn command(&self, name: &str) -> Vec<String> {
        text(&self.service(name)["command"]).split_whitespace().map(str::to_owned).collect()
    }

    /// The text of a configuration file.
    #[must_use]
    pub fn config(&self, name: &str) -> String {
        text(&self.0["configs"][name]["content"])
    }

    /// The first three numbers of the addresses of its network, which is a /24.
    ///
    /// # Panics
    /// When it is another one.
    #[must_use]
    pub fn subnet(&self) -> String {
        let subnet = text(&self.0["networks"]["inside"]["ipam"]["config"][0]["subnet"]);
        subnet.strip_suffix(".0/24").expect("a /24").to_owned()
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Puts variables into all texts.
fn fill(value: &mut Value, variables: &BTreeMap<&str, &str>) {
    match value {
        Value::String(text) => *text = filled(text, variables),
        Value::Array(items) => items.iter_mut().for_each(|item| fill(item, variables)),
        Value::Object(fields) => fields.values_mut().for_each(|field| fill(field, variables)),
        _ => {}
    }
}

/// One text: `${NAME}` and `${NAME:?why}` are variables, `$$` is a dollar.
fn filled(text: &str, variables: &BTreeMap<&str, &str>) -> String {
    let mut parts = text.split('$');
    let mut result = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        if let Some(rest) = part.strip_prefix('{') {
            let (name, behind) = rest.split_once('}').expect("a closing bracket");
            let name = name.split(":?").next().unwrap_or(name);
            result += variables.get(name).unwrap_or_else(|| panic!("{name} is not set"));
            result += behind;
        } else {
            assert!(part.is_empty(), "`${part}` is no variable");
            result.push('$');
            result += parts.next().unwrap_or_default();
        }
    }
    result
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn variables_are_filled_in() {
        let variables = BTreeMap::from([("HOST", "dama.test")]);
        for (text, expected) in [
            ("https://${HOST:?the name}/", "https://dama.test/"),
            ("{$$HOST} {\n}", "{$HOST} {\n}"),
            ("a$$b${HOST}c", "a$bdama.testc"),
            ("plain", "plain"),
        ] {
            assert_eq!(filled(text, &variables), expected);
        }
    }
}
