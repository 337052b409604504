//! A journey by the client that openapi-generator has made: journey URL TOKEN.
use openapi::apis::{configuration::Configuration, events_api, packs_api, transaction_api};
use openapi::models::{create_transaction::DocumentType, CreateTransaction};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let client = Configuration {
        base_path: arguments.next().ok_or("no URL")?,
        bearer_access_token: arguments.next(),
        ..Configuration::default()
    };
    let person = CreateTransaction::new(DocumentType::Cpf, "529.982.247-25".to_owned());
    let created = transaction_api::create_transaction(&client, person, None).await?;
    let id = created.id.to_string();
    let pack = packs_api::query_pack(&client, "basic", &id, Some("wait=20")).await?;
    let told = events_api::read_events(&client, None, Some("pack.completed"), None).await?;
    let event = told.events.iter().find(|one| one.transaction_id == created.id);
    let event = event.ok_or("no event")?;
    println!("the pack: {:?}, told as {} with run {:?}", pack.status, event.r#type, event.data["run"]);
    Ok(())
}
