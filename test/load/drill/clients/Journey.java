import org.openapitools.client.ApiClient;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.PacksApi;
import org.openapitools.client.api.TransactionApi;
import org.openapitools.client.model.CreateTransaction;

/** A journey by the client that openapi-generator has made: Journey URL TOKEN. */
public class Journey {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + arguments[1]));
    var person =
        new CreateTransaction()
            .documentType(CreateTransaction.DocumentTypeEnum.CPF)
            .document("529.982.247-25");
    var created = new TransactionApi(client).createTransaction(person, null);
    var pack = new PacksApi(client).queryPack("basic", created.getId(), "wait=20");
    var told = new EventsApi(client).readEvents(null, "pack.completed", null);
    var event =
        told.getEvents().stream()
            .filter(one -> one.getTransactionId().equals(created.getId()))
            .findFirst()
            .orElseThrow();
    System.out.printf(
        "the pack: %s, told as %s with run %s%n",
        pack.getStatus(), event.getType(), event.getData().get("run"));
  }
}
