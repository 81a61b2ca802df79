import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs regular expressions on texts of several lengths, and prints how many characters were looked at for each length.
 *
 * A line of the file: the pattern, what a text begins with, what then repeats, what it ends with (base64), and lengths
 * with commas. The answer is a line: the counts, or overflow. A count beyond 400 for each character ends the search.
 */
public class Matching {
    /** A text that counts how often it is asked for a character. */
    static final class Counted implements CharSequence {
        final String text;
        final long most;
        long count = 0;

        Counted(String text) {
            this.text = text;
            this.most = 400L * text.length() + 10_000;
        }

        public char charAt(int place) {
            if (++count > most) throw new Enough();
            return text.charAt(place);
        }

        public int length() { return text.length(); }

        public CharSequence subSequence(int start, int end) { return text.substring(start, end); }

        public String toString() { return text; }
    }

    static final class Enough extends RuntimeException {
        Enough() { super(null, null, false, false); }
    }

    static String decoded(String field) {
        return new String(Base64.getDecoder().decode(field), StandardCharsets.UTF_8);
    }

    static String last = "";
    static Pattern pattern;

    static String answer(String line) {
        String[] fields = line.split("\t", -1);
        if (!fields[0].equals(last)) {
            last = fields[0];
            pattern = Pattern.compile(decoded(last));
        }
        String begins = decoded(fields[1]), repeats = decoded(fields[2]), ends = decoded(fields[3]);
        StringBuilder told = new StringBuilder();
        for (String length : fields[4].split(",")) {
            int times = (Integer.parseInt(length) - begins.length() - ends.length()) / repeats.length();
            Counted text = new Counted(begins + repeats.repeat(times) + ends);
            try {
                Matcher matcher = pattern.matcher(text);
                while (matcher.find()) { }  // as regexp_replace and regexp_extract_all do
            } catch (Enough enough) {
                text.count = text.most;
            } catch (StackOverflowError overflow) {
                return "overflow";
            }
            told.append(told.length() == 0 ? "" : ",").append(text.count);
        }
        return told.toString();
    }

    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        StringBuilder told = new StringBuilder();
        // The stack of a thread of Spark's executor is as large as Java's default: none is named here.
        Thread thread = new Thread(() -> lines.forEach(line -> told.append(answer(line)).append("\n")));
        thread.start();
        thread.join();
        System.out.print(told);
    }
}
