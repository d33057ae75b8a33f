// Binds every declared entity to its table (resource/resource.ts).
import "./areas/alerts/resources";
import "./areas/currencies/resources";
import "./areas/franchises/resources";
import "./areas/help-desk/resources";
import "./areas/keys/resources";
import "./areas/logistics/resources";
import "./areas/objects/resources";
import "./areas/people/resources";
import "./areas/refunds/resources";
import "./areas/route-sheets/resources";
import "./areas/settings/resources";
import "./areas/terminals/resources";
